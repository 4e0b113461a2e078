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

test('a bit turns in what both disks have, while a store makes and removes folders beside it', async () => {
  const top = await mkdtemp(join(tmpdir(), 'bough-disk-'));
  onTestFinished(() => rm(top, { recursive: true, force: true, maxRetries: 5 }));
  const [mine, theirs] = [join(top, 'mine'), join(top, 'theirs')];
  for (const folder of [mine, theirs]) {
    await mkdir(join(folder, 'logs/a/segments'), { recursive: true });
    await writeFile(join(folder, SEGMENT), 'abc');
    await utimes(join(folder, SEGMENT), 1, 1);
  }
  const churn = spawn(process.execPath, ['-e', CHURN, mine]);
  onTestFinished(() => void churn.kill('SIGKILL'));
  await expect.poll(() => readdir(mine), { timeout: 20_000 }).toContain('0');
  for (let n = 0; n < 300; n++) {
    const before = await readFile(join(mine, SEGMENT), 'utf8');
    await utimes(join(mine, SEGMENT), 1, 1);
    expect(await new Disk(mine).turnBit(new Disk(theirs), 0.5)).toBe(SEGMENT);
    expect(await readFile(join(mine, SEGMENT), 'utf8')).not.toBe(before);
  }
  expect(await readFile(join(theirs, SEGMENT), 'utf8')).toBe('abc');
});
