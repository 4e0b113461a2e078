import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Mutant, mutate, parseSuite, runNode, scratchTree, seconds } from '@bough/house/mutants';
import { bringFullStack } from '../bough/full-stack.ts';
import { takeGiven } from './given.ts';
import { noticed, type Noticed } from './noticed.ts';
import { LOG_SETTINGS, seedsOf, withSmallSeals } from './told.ts';

// npm run chaos -- mutants [PART OF A NAME ...] [--minutes N] [--seeds N]
//
// Tells the lies of the simulations, one after the other, in a copy of the whole project, and lets chaos loose on the processes of that copy
// until a seed notices, or all have been tried. A minute and three seeds each when nothing is said; all of them take hours. In that copy
// logs are sealed after few changes, so that a minute has what else takes hours. A stack that does not start with a lie in it is `UNTRIED`,
// not caught. Exit code 1 unless every lie was caught.

const TOP = fileURLToPath(new URL('../../../', import.meta.url));
/** The packages that are simulated. */
const SIMULATED = ['packages/bloblog', 'packages/sync'] as const;
const [MINUTES, SEEDS] = [1, 3];
/** What a run takes besides: to start, to come to rest and to read everything. */
const BESIDE_MS = 480_000;

interface Told extends Mutant {
  readonly folder: string;
}

/** Answers the exit code. */
export async function tellMutants(args: readonly string[]): Promise<number> {
  const rest = [...args];
  const minutes = Number(takeGiven(rest, '--minutes') ?? MINUTES);
  const seeds = Number(takeGiven(rest, '--seeds') ?? SEEDS);
  if (rest.some((part) => part.startsWith('--')) || !(minutes > 0) || !(seeds >= 1)) {
    console.error('npm run chaos -- mutants [PART OF A NAME ...] [--minutes N] [--seeds N]');
    return 1;
  }
  const missing = await bringFullStack((line) => console.log(line));
  if (missing !== null) {
    console.error(missing);
    return 1;
  }
  const told = (await Promise.all(SIMULATED.map(liesOf))).flat().filter(({ name }) => isAsked(name, rest));
  const tree = await scratchTree();
  const counts = { caught: 0, unseen: 0, untried: 0 };
  try {
    const settings = join(tree, LOG_SETTINGS);
    await writeFile(settings, withSmallSeals(await readFile(settings, 'utf8')));
    const truth = await noticedBy(tree, minutes, seeds);
    if (truth.kind !== 'unseen') {
      console.error(`Nobody lies, and yet: ${truth.said}`);
      return 1;
    }
    for (const lie of told) {
      const startedMs = performance.now();
      const { kind, said } = await caughtBy(tree, lie, minutes, seeds);
      counts[kind]++;
      const took = seconds(performance.now() - startedMs);
      console.log(`${kind === 'caught' ? kind : kind.toUpperCase()} ${took} ${lie.folder} ${lie.name}: ${said}`);
    }
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
  console.log(JSON.stringify({ lies: told.length, ...counts }));
  return counts.caught === told.length ? 0 : 1;
}

/** Without any part of a name all are. */
function isAsked(name: string, parts: readonly string[]): boolean {
  return parts.length === 0 || parts.some((part) => name.includes(part));
}

/** What the simulations of a package must notice: lies for the whole run, not for a test, about what processes and pages run, too. */
async function liesOf(folder: string): Promise<readonly Told[]> {
  const file = join(TOP, folder, 'src/testing/mutants.ts');
  const suite = parseSuite(await import(file));
  if (!suite.ok) throw new Error(`${file}: ${suite.error}`);
  return suite.value.mutants
    .filter(({ file: about, test }) => test === undefined && !about.startsWith('src/testing/'))
    .map((mutant) => ({ ...mutant, folder }));
}

/** Puts it into the copy, lets the seeds notice it, and takes it out again. */
async function caughtBy(tree: string, lie: Told, minutes: number, seeds: number): Promise<Noticed> {
  const file = join(tree, lie.folder, lie.file);
  const source = await readFile(file, 'utf8');
  const mutated = mutate(source, lie);
  if (!mutated.ok) throw new Error(mutated.error);
  await writeFile(file, mutated.value);
  try {
    return await noticedBy(tree, minutes, seeds);
  } finally {
    await writeFile(file, source);
  }
}

/** Runs seed after seed in that copy until one finds something. A stack that does not start shows nothing, and ends it. */
async function noticedBy(tree: string, minutes: number, seeds: number): Promise<Noticed> {
  const report = join(tree, 'chaos.json');
  for (const seed of seedsOf(seeds)) {
    await rm(report, { force: true });
    const run = ['load/src/chaos/main.ts', String(seed), '--minutes', String(minutes), '--report', report];
    const { code, lastLine } = await runNode(tree, run, minutes * 60_000 + BESIDE_MS);
    const found = noticed(await readFile(report, 'utf8').catch(() => null), `${lastLine} (exit code ${code})`);
    if (found.kind !== 'unseen') return { ...found, said: `seed ${seed}: ${found.said}` };
  }
  return { kind: 'unseen', said: `not by ${seeds} seeds` };
}
