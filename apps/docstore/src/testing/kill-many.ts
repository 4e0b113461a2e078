import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DocstoreProcess, newKeys } from './processes/docstore-process.ts';
import { killRun } from './processes/kill-run.ts';

// npm run kills -- [COUNT]
//
// Kills docstore that often (10,000 times when nothing is said) under writers, with two locations in folders, and holds every
// acknowledged change to account. Each hundred kills are a run with a document of its own; some runs are under way at a time, since
// each waits most of its time. Exit code 1 when something is wrong.

const IN_ONE_RUN = 100;
const AT_ONCE = 2 * availableParallelism();

async function runOf(kills: number): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bough-kills-'));
  const docstore = await DocstoreProcess.make({
    BOUGH_DATA: folder,
    BOUGH_BLOBS_KEYS: newKeys('first'),
    BOUGH_SECOND: 'folder',
    BOUGH_SECOND_BLOBS_KEYS: newKeys('second'),
  });
  try {
    const { problems, writers } = await killRun(docstore, kills, []);
    acknowledged += writers.acknowledged.size;
    return problems;
  } finally {
    await docstore.stop();
    await rm(folder, { recursive: true });
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** One run after the other until enough are begun, by whichever lane, or one found something. */
async function lane(): Promise<void> {
  while (begun < wanted && process.exitCode !== 1) {
    const kills = Math.min(IN_ONE_RUN, wanted - begun);
    begun += kills;
    const problems = await runOf(kills);
    for (const problem of problems) say(problem);
    if (problems.length > 0) process.exitCode = 1;
    done += kills;
    say(`${done} kills, ${acknowledged} changes acknowledged`);
  }
}

const wanted = Number(process.argv[2] ?? 10_000);
let [acknowledged, begun, done] = [0, 0, 0];
await Promise.all(Array.from({ length: AT_ONCE }, lane));
