import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAILED_FLUSH_EXIT } from '@bough/disk';
import { expect, onTestFinished, test } from 'vitest';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { Writers } from '../testing/writers.ts';

/** A docstore that several write to, on a folder that was copied when it was stopped before. */
async function underWriters() {
  const data = await mkdtemp(join(tmpdir(), 'bough-gone-'));
  const folder = join(data, 'blobs', 'first');
  const docstore = await DocstoreProcess.make({ BOUGH_DATA: data, BOUGH_BLOBS_KEYS: newKeys('first') });
  onTestFinished(async () => {
    await docstore.stop();
    await rm(data, { recursive: true });
  });
  await docstore.start();
  await docstore.end('SIGTERM');
  await cp(folder, `${folder}-copy`, { recursive: true });
  await docstore.start();
  const writers = new Writers(docstore);
  await writers.start(8);
  await expect.poll(() => writers.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(50);
  return { docstore, folder, writers };
}

test.each(['moved away', 'replaced by a copy'])(
  '[DOC-150] under writers the folder is %s: docstore ends, confirms nothing that is not in it, and goes on when it is back',
  async (how) => {
    const { docstore, folder, writers } = await underWriters();
    await rename(folder, `${folder}-away`);
    if (how === 'replaced by a copy') await rename(`${folder}-copy`, folder);
    expect(await docstore.process.ended()).toBe(FAILED_FLUSH_EXIT);
    expect(docstore.said).toMatch(/bough: .*was removed, moved, replaced, or covered by a mount/);
    await expect(docstore.ready()).rejects.toThrow();
    await rm(folder, { recursive: true, force: true });
    await rename(`${folder}-away`, folder);
    const before = writers.acknowledged.size;
    await docstore.start();
    await expect.poll(() => writers.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(before);
    await writers.stop();
    expect(writers.problems(await writers.read())).toEqual([]);
  },
  60_000,
);

test('[DOC-150] a folder that is removed while nobody writes is missed within seconds, and docstore is not ready any more', async () => {
  const { docstore, folder, writers } = await underWriters();
  await writers.stop();
  await rm(folder, { recursive: true });
  expect(await docstore.process.ended()).toBe(FAILED_FLUSH_EXIT);
}, 60_000);
