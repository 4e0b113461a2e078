import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Mutant, mutate, parseSuite, runNode, scratchTree, seconds } from '@bough/house/mutants';
import { bringFullStack } from '../bough/full-stack.ts';

// npm run chaos -- mutants [PART OF A NAME] [--minutes N] [--seeds N]
//
// Tells the lies of the simulations, one after the other, in a copy of the whole project, and lets chaos loose on the processes of that copy
// until a seed notices, or all have been tried. A minute and three seeds each when nothing is said; all of them take hours. Exit code 1
// when one was not noticed.

const TOP = fileURLToPath(new URL('../../../', import.meta.url));
/** The packages that are simulated. */
const SIMULATED = ['packages/bloblog', 'packages/sync'] as const;
const [MINUTES, SEEDS] = [1, 3];
/** What a run takes besides: to start, to come to rest and to read everything. */
const BESIDE_MS = 240_000;

interface Told extends Mutant {
  readonly folder: string;
}

/** Answers the exit code. */
export async function tellMutants(args: readonly string[]): Promise<number> {
  const rest = [...args];
  const take = (name: string, otherwise: number): number => {
    const at = rest.indexOf(name);
    return at === -1 ? otherwise : Number(rest.splice(at, 2)[1]);
  };
  const [minutes, seeds] = [take('--minutes', MINUTES), take('--seeds', SEEDS)];
  const [part = ''] = rest;
  if (rest.length > 1 || !(minutes > 0) || !(seeds >= 1)) {
    console.error('npm run chaos -- mutants [PART OF A NAME] [--minutes N] [--seeds N]');
    return 1;
  }
  const missing = await bringFullStack((line) => console.log(line));
  if (missing !== null) {
    console.error(missing);
    return 1;
  }
  const told = (await Promise.all(SIMULATED.map(liesOf))).flat().filter(({ name }) => name.includes(part));
  const tree = await scratchTree();
  let caught = 0;
  try {
    const truth = await noticedBy(tree, minutes, seeds);
    if (truth !== null) {
      console.error(`Nobody lies, and yet ${truth}`);
      return 1;
    }
    for (const lie of told) {
      const startedMs = performance.now();
      const how = await caughtBy(tree, lie, minutes, seeds);
      if (how !== null) caught++;
      const took = seconds(performance.now() - startedMs);
      console.log(
        `${how === null ? 'UNSEEN' : 'caught'} ${took} ${lie.folder} ${lie.name}: ${how ?? `not by ${seeds} seeds`}`,
      );
    }
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
  console.log(JSON.stringify({ lies: told.length, caught }));
  return caught === told.length ? 0 : 1;
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

/** The first seed that notices, and what it said; null: none did. */
async function caughtBy(tree: string, lie: Told, minutes: number, seeds: number): Promise<string | null> {
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

/** The first seed that finds something in that copy; null: none does. */
async function noticedBy(tree: string, minutes: number, seeds: number): Promise<string | null> {
  for (let seed = 1; seed <= seeds; seed++) {
    const run = [join(tree, 'load/src/chaos/main.ts'), String(seed), '--minutes', String(minutes)];
    const { code, lastLine } = await runNode(tree, run, minutes * 60_000 + BESIDE_MS);
    if (code !== 0) return `seed ${seed}: ${lastLine}`;
  }
  return null;
}
