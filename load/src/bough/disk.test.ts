import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Disk } from './disk.ts';

const SEGMENT = 'logs/a/segments/1-9-x';
/** Makes folders and removes them again, as fast as it can. */
const CHURN = `
const { mkdirSync, rmSync } = require('node:fs');
for (;;) {
  for (let n = 0; n < 20; n++) mkdirSync(process.argv[1] + '/' + n + '/deep/deeper', { recursive: true });
  for (let n = 0; n < 20; n++) rmSync(process.argv[1] + '/' + n, { recursive: true });
}`;
/** Takes the segment away and brings it back, as fast as it can. */
const COLLECT = `
const { mkdirSync, renameSync, utimesSync } = require('node:fs');
const [segment, away] = [process.argv[1] + '/${SEGMENT}', process.argv[1] + '/away'];
mkdirSync(process.argv[1] + '/0');
for (;;) {
  renameSync(segment, away);
  utimesSync(away, 1, 1);
  renameSync(away, segment);
}`;

test('a bit turns in what both disks have, while a store makes and removes folders beside it', async () => {
  const [mine, theirs] = await twoDisks();
  await beside(CHURN, mine);
  for (let n = 0; n < 300; n++) {
    const before = await readFile(join(mine, SEGMENT), 'utf8');
    await utimes(join(mine, SEGMENT), 1, 1);
    expect(await new Disk(mine).turnBit(new Disk(theirs), 0.5)).toBe(SEGMENT);
    expect(await readFile(join(mine, SEGMENT), 'utf8')).not.toBe(before);
  }
  expect(await readFile(join(theirs, SEGMENT), 'utf8')).toBe('abc');
});

test('no bit turns in what a store has removed since it was seen', async () => {
  const [mine, theirs] = await twoDisks();
  await beside(COLLECT, mine);
  for (let n = 0; n < 300; n++) expect([SEGMENT, null]).toContain(await new Disk(mine).turnBit(new Disk(theirs), 0.5));
});

/** Two that have one segment each, which has been there for long. */
async function twoDisks(): Promise<[mine: string, theirs: string]> {
  const top = await mkdtemp(join(tmpdir(), 'bough-disk-'));
  onTestFinished(() => rm(top, { recursive: true, force: true, maxRetries: 5 }));
  const disks: [string, string] = [join(top, 'mine'), join(top, 'theirs')];
  for (const folder of disks) {
    await mkdir(join(folder, 'logs/a/segments'), { recursive: true });
    await writeFile(join(folder, SEGMENT), 'abc');
    await utimes(join(folder, SEGMENT), 1, 1);
  }
  return disks;
}

/** Runs the program, which begins with a folder `0`, on this one until the test is over. */
async function beside(program: string, folder: string): Promise<void> {
  const churn = spawn(process.execPath, ['-e', program, folder]);
  onTestFinished(() => void churn.kill('SIGKILL'));
  await expect.poll(() => readdir(folder), { timeout: 20_000 }).toContain('0');
}
