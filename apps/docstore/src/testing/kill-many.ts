import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DocstoreProcess, newKeys } from './docstore-process.ts';
import { killRun } from './kill-run.ts';

// npm run kills -- [COUNT]
//
// Kills docstore that often (10,000 times when nothing is said) under writers, with two locations in folders, and holds every
// acknowledged change to account. Each hundred kills are a run with a document of its own. Exit code 1 when something is wrong.

const IN_ONE_RUN = 100;

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

const wanted = Number(process.argv[2] ?? 10_000);
let [acknowledged, done] = [0, 0];
for (; done < wanted && process.exitCode !== 1; done += IN_ONE_RUN) {
  const problems = await runOf(Math.min(IN_ONE_RUN, wanted - done));
  for (const problem of problems) say(problem);
  if (problems.length > 0) process.exitCode = 1;
  say(`${Math.min(wanted, done + IN_ONE_RUN)} kills, ${acknowledged} changes acknowledged`);
}
