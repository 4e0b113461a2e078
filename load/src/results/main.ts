import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { flagsOf } from '@bough/house/servers';
import { loadAll } from '../command.ts';
import { readFigures } from '../verdicts.ts';
import { chosenRuns, merged, readResults, type Section, writeResults } from './results-file.ts';

// npm run results [-- NAME ...]: runs every benchmark and load, or those named, one after the other, and writes what they measured into
// load/RESULTS.md. A name with `--stack full` behind it in quotes is run there.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FILE = fileURLToPath(new URL('../../RESULTS.md', import.meta.url));
/** Nobody waits longer for one of them. */
const LONGEST_MS = 15 * 60_000;

interface Run {
  readonly kind: 'bench' | 'load';
  readonly args: readonly string[];
}

async function all(): Promise<readonly Run[]> {
  const [benches, scenarios] = await Promise.all(
    ['../benches/', '../scenarios/'].map(async (folder) => await loadAll(new URL(folder, import.meta.url))),
  );
  return [
    ...(benches ?? []).map(({ name }) => ({ kind: 'bench', args: [name] }) as const),
    ...(scenarios ?? []).flatMap(({ name, isForStacks }): Run[] => [
      { kind: 'load', args: [name] },
      ...(isForStacks === true ? [{ kind: 'load', args: [name, '--stack', 'full'] } as const] : []),
    ]),
  ];
}

function commandOf({ kind, args }: Run): string {
  return `npm run ${kind} -- ${args.join(' ')}`;
}

async function measured(run: Run): Promise<Section> {
  const program = fileURLToPath(new URL(run.kind === 'bench' ? '../main.ts' : '../load.ts', import.meta.url));
  const child = spawn(process.execPath, [...flagsOf(program), program, ...run.args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (said: string) => {
    text += said;
    process.stdout.write(said);
  });
  const timer = setTimeout(() => child.kill('SIGTERM'), LONGEST_MS);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  const hasEnded = /^\{.*\}$/m.test(text);
  const figures = hasEnded ? readFigures(text) : [];
  const verdict = !hasEnded ? 'did not end' : code === 0 ? 'holds' : 'falls short';
  return { command: commandOf(run), day: today(), commit: commit(), verdict, standIns: standInsIn(text), figures };
}

function standInsIn(text: string): readonly string[] {
  const facts: unknown = JSON.parse(/^\{.*\}$/m.exec(text)?.[0] ?? '{}');
  const found = typeof facts === 'object' && facts !== null && 'standIns' in facts ? facts.standIns : [];
  return Array.isArray(found) ? found.map(String) : [];
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function commit(): string {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const isDirty = git('status', '--porcelain', '--', '.', ':!load/RESULTS.md') !== '';
  return `${git('rev-parse', '--short=8', 'HEAD')}${isDirty ? '+' : ''}`;
}

function machine(): string {
  const cores = cpus();
  const memory = `${Math.round(totalmem() / 1e9)} GB`;
  return `${cores.length} cores of ${cores[0]?.model ?? 'a processor'}, ${memory}, ${type()} ${release().split('.').slice(0, 2).join('.')}, Node ${process.version}`;
}

/** Whole at once: whoever ends this in the middle finds what was there. */
function keep(text: string): void {
  writeFileSync(`${FILE}.new`, text);
  renameSync(`${FILE}.new`, FILE);
}

const { runs, unknown } = chosenRuns(await all(), process.argv.slice(2));
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}. npm run bench and npm run load list them; one with options stands in quotes, as "crowd --stack full".`,
  );
  process.exitCode = 2;
}
const startedMs = performance.now();
for (const run of unknown.length > 0 ? [] : runs) {
  console.log(`\n${commandOf(run)}`);
  const section = await measured(run);
  // After each: whoever ends this keeps what was measured.
  const old = readResults(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '');
  keep(writeResults(merged(old, { machine: machine(), sections: [section] })));
  if (section.verdict === 'did not end')
    console.log('It did not end: what was measured before stays in load/RESULTS.md.');
  if (section.verdict !== 'holds') process.exitCode = 1;
}
if (unknown.length === 0)
  console.log(`\nMeasured within ${Math.ceil((performance.now() - startedMs) / 60_000)} minutes.`);
