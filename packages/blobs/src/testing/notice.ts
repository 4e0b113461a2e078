import { fileURLToPath } from 'node:url';
import { findServer } from '@bough/house/servers';
import { startVitest } from 'vitest/node';
import { recordBlobs } from './power/blobs-cuts.ts';
import { tryStates } from './power/try-states.ts';

// node src/testing/notice.ts [STATES]
//
// What must notice each of mutants.ts: power cuts, then the tests of a folder. Exit code 1 when something is wrong.

const LONGEST_LINE = 160;
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
const TESTS = 'src/folder-*.test.ts';
const SLOW_TESTS = 'src/folder-*.strace.test.ts';

async function runTests(include: readonly string[], exclude: readonly string[]): Promise<boolean> {
  const run = await startVitest([], {
    root: PACKAGE,
    config: false,
    watch: false,
    include: [...include],
    exclude: [...exclude],
    reporters: ['dot'],
    testTimeout: 30_000,
    bail: 1,
    experimental: { viteModuleRunner: false, nodeLoader: false },
  });
  const isGood = run.state.getFailedFilepaths().length === 0;
  await run.close();
  return isGood;
}

async function cutPower(atLeast: number): Promise<boolean> {
  const strace = findServer('strace');
  if (strace.kind === 'missing') throw new Error(`${strace.why} ${strace.howTo}`);
  const { executable } = await strace.start();
  const tried = await tryStates(await recordBlobs(executable), { atLeast, seed: 1 });
  const [first] = tried.bad;
  const how =
    first === undefined ? `${tried.states} states, 0 bad` : `Error: power cut, "${first.way}": ${first.problem}`;
  process.stdout.write(`${how.slice(0, LONGEST_LINE)}\n`);
  return first === undefined;
}

const states = Number(process.argv[2] ?? 500);
const isGood =
  (await cutPower(states)) && (await runTests([TESTS], [SLOW_TESTS])) && (await runTests([SLOW_TESTS], []));
process.exit(isGood ? 0 : 1);
