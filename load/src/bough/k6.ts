import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROTOCOL_VERSION } from '@bough/sync';
import { bringServer } from '@bough/house/servers';
import { onCores } from './cores.ts';

/** What a k6 script measured, by metric: `delivery` -> `p(99)`. */
export type Measured = ReadonlyMap<string, Readonly<Record<string, number>>>;

export interface K6Run {
  readonly script: 'home' | 'rooms' | 'visits' | 'replay' | 'school';
  /** What the script reads from the file that `__ENV.GIVEN` names. */
  readonly given: unknown;
  /** The cores that it may use, as `taskset` says them; absent: all. */
  readonly cores?: string | null;
  /** Called when the script says `mark:NAME`. */
  readonly onMark?: (name: string) => void;
  readonly say: (line: string) => void;
}

/** No script is that long: one that k6 does not end by then never ends. */
const LONGEST_MS = 12 * 60_000;

/** Runs a script to its end; `isHeld` is whether every threshold that stands in it held. */
export async function runK6({
  script,
  given,
  cores = null,
  onMark,
  say,
}: K6Run): Promise<{ measured: Measured; isHeld: boolean }> {
  const found = await bringServer('k6', say);
  if (found.kind === 'missing') throw new Error(`${found.why} ${found.howTo}`);
  const k6 = await found.start();
  const folder = await mkdtemp(join(tmpdir(), 'bough-k6-'));
  const [given_, summary] = [join(folder, 'given.json'), join(folder, 'summary.json')];
  await writeFile(given_, JSON.stringify(given));
  const path = fileURLToPath(new URL(`../k6/${script}.ts`, import.meta.url));
  const args = ['run', '--no-usage-report', '--quiet'];
  try {
    const code = await new Promise<number>((resolve, reject) => {
      const { PATH = '', HOME = '' } = process.env;
      const child = spawn(...onCores(cores, k6.executable, [...args, '--log-format=raw', path]), {
        // Its collector would take the time that it measures.
        env: { PATH, HOME, GIVEN: given_, SUMMARY: summary, PROTOCOL: String(PROTOCOL_VERSION), GOGC: '800' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const hear = (text: string): void => {
        for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
          const mark = /mark:([a-z0-9-]+)/.exec(line)?.[1];
          if (mark === undefined) say(`k6: ${line}`);
          else onMark?.(mark);
        }
      };
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear);
      child.on('error', reject);
      const timer = setTimeout(() => {
        say('k6 does not end: it is killed');
        child.kill('SIGKILL');
      }, LONGEST_MS);
      child.on('close', (ended) => {
        clearTimeout(timer);
        resolve(ended ?? 1);
      });
    });
    // 99: a threshold was crossed; anything else but 0 means that there is nothing to judge.
    if (code !== 0 && code !== 99) throw new Error(`k6 ended with ${code}`);
    return { measured: readSummary(await readFile(summary, 'utf8')), isHeld: code === 0 };
  } finally {
    await rm(folder, { recursive: true, force: true });
    await k6.stop();
  }
}

function readSummary(text: string): Measured {
  const read: unknown = JSON.parse(text);
  const metrics = typeof read === 'object' && read !== null && 'metrics' in read ? read.metrics : null;
  const measured = new Map<string, Record<string, number>>();
  for (const [name, value] of Object.entries(metrics ?? {})) {
    const facts: unknown = value;
    if (typeof facts !== 'object' || facts === null || !('values' in facts)) continue;
    const numbers = Object.entries(facts.values ?? {}).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    );
    measured.set(name, Object.fromEntries(numbers));
  }
  return measured;
}

/** The number that was measured; NaN, which no bar lets pass, where nothing was. */
export function numberOf(measured: Measured, metric: string, fact: string): number {
  return measured.get(metric)?.[fact] ?? Number.NaN;
}
