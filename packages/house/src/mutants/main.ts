import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { tellInTree } from './in-tree.ts';
import { runNode, seconds } from './program.ts';
import { trySecurity } from './security/try.ts';
import { type Mutant, type MutantSuite, mutantsInTree, mutate, parseSuite, runFor } from './suite.ts';

// npm run mutants -- [package | security] [part of a mutant's name]
//
// `security` switches each control of docs/security.md off, and the test that keeps it must fail. Each package, or app, that has
// src/testing/mutants.ts lists small lies about itself. One after the other is told in a scratch copy of the package, and the package's
// own run must notice, or the tests of the rule that the lie names. What needs other apps is told in a copy of the whole project. Exit code 1 when one lives, when a lie no longer fits the code, or
// when the run fails without any lie.

const top = new URL('../../../../', import.meta.url).pathname;
/** A lie that makes the code run for ever is noticed, too: it takes at least this long, and this many times as long as the truth. */
const PATIENCE_MS = 240_000;
const PATIENCE_TIMES = 4;
/** The truth itself is waited for, however busy the machine is. */
const TRUTH_MS = 1_800_000;

interface Verdict {
  readonly isKilled: boolean;
  readonly how: string;
  readonly tookMs: number;
}

async function main(args: readonly string[]): Promise<number> {
  const [only, part] = args;
  let failures = 0;
  for (const folder of await foldersOfCode()) {
    const name = basename(folder);
    if (only !== undefined && only !== name) continue;
    const suite = await readSuite(folder);
    if (suite !== null) failures += await runSuite(folder, suite, part ?? '');
  }
  if (only === undefined || only === 'security') failures += await trySecurity(part ?? '');
  return failures === 0 ? 0 : 1;
}

/** The folders of all packages and apps, and of what measures them, below the top. */
async function foldersOfCode(): Promise<readonly string[]> {
  const all = ['apps', 'packages'].map(async (kind) =>
    (await readdir(join(top, kind))).map((name) => join(kind, name)),
  );
  return [...(await Promise.all(all)).flat().toSorted(), 'load'];
}

async function readSuite(folder: string): Promise<MutantSuite | null> {
  const file = join(top, folder, 'src/testing/mutants.ts');
  const exists = await readFile(file).then(
    () => true,
    () => false,
  );
  if (!exists) return null;
  const module: unknown = await import(file);
  const suite = parseSuite(module);
  if (!suite.ok) throw new Error(`${file}: ${suite.error}`);
  return suite.value;
}

async function runSuite(folder: string, suite: MutantSuite, part: string): Promise<number> {
  const name = basename(folder);
  const isWanted = (mutant: Mutant): boolean => `${mutant.rule}: ${mutant.name}`.includes(part);
  const inTree = mutantsInTree(folder, suite).filter(isWanted);
  const waiting = suite.mutants.filter((mutant) => mutant.isInTree !== true && isWanted(mutant));
  const total = waiting.length + inTree.length;
  const truths = new Map<string, Promise<Verdict>>();
  let alive = 0;
  const work = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const run = runFor(suite, mutant);
      const truth = truths.get(run.join(' ')) ?? tell(folder, run, null, TRUTH_MS);
      truths.set(run.join(' '), truth);
      const { isKilled, how, tookMs } = await judge(folder, run, mutant, await truth);
      if (!isKilled) alive++;
      const rule = mutant.rule === undefined ? '' : `[${mutant.rule}] `;
      console.log(`${name}: ${isKilled ? 'killed' : 'ALIVE '} ${seconds(tookMs)} ${rule}${mutant.name}: ${how}`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
  alive += await tellInTree(name, inTree);
  console.log(`${name}: ${total - alive} of ${total} mutants killed`);
  return alive;
}

/** Tells the lie, unless the run fails already when nobody lies. */
async function judge(folder: string, run: readonly string[], mutant: Mutant, truth: Verdict): Promise<Verdict> {
  if (truth.isKilled) return { ...truth, isKilled: false, how: `the run fails without any mutant: ${truth.how}` };
  return await tell(folder, run, mutant, Math.max(PATIENCE_MS, Math.ceil(PATIENCE_TIMES * truth.tookMs)));
}

/** Runs the package's run in a scratch copy, with one lie in it or with none. */
async function tell(folder: string, run: readonly string[], mutant: Mutant | null, limitMs: number): Promise<Verdict> {
  const scratch = await mkdtemp(join(tmpdir(), 'bough-mutant-'));
  const startedMs = performance.now();
  try {
    const real = join(top, folder);
    await cp(join(real, 'src'), join(scratch, 'src'), { recursive: true });
    await cp(join(real, 'package.json'), join(scratch, 'package.json'));
    await symlink(join(real, 'node_modules'), join(scratch, 'node_modules'));
    if (mutant !== null) {
      const file = join(scratch, mutant.file);
      const mutated = mutate(await readFile(file, 'utf8'), mutant);
      if (!mutated.ok) return { isKilled: false, how: mutated.error, tookMs: 0 };
      await writeFile(file, mutated.value);
    }
    const { code, lastLine } = await runNode(scratch, run, limitMs);
    return { isKilled: code !== 0, how: lastLine, tookMs: performance.now() - startedMs };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
