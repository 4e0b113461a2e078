import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DocstoreProcess, newKeys } from './testing/docstore-process.ts';
import { Writers } from './testing/writers.ts';

const KILLS = Number(process.env['BOUGH_KILLS'] ?? 5);
const READY_WITHIN_MS = 2_000;

test(
  '[DOC-30] killed again and again under writers, docstore keeps every acknowledged change exactly once',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bough-kill-'));
    const docstore = await DocstoreProcess.make({ BOUGH_DATA: folder, BOUGH_BLOBS_KEYS: newKeys('first') });
    const startsMs = [await docstore.start()];
    const writers = new Writers(docstore);
    await writers.start(6);
    for (let kill = 0; kill < KILLS; kill++) {
      const goalAcknowledged = writers.acknowledged.size + 10 + Math.floor(Math.random() * 200);
      while (writers.acknowledged.size < goalAcknowledged) await new Promise((resolve) => setTimeout(resolve, 1));
      await docstore.end('SIGKILL');
      startsMs.push(await docstore.start());
    }
    await writers.stop();
    const endedMs = await docstore.end('SIGTERM');
    await docstore.start();
    const log = await writers.read();
    expect(writers.problems(log)).toEqual([]);
    expect(writers.acknowledged.size).toBeGreaterThanOrEqual(10 * KILLS);
    expect(writers.repeats).toBeGreaterThan(0);
    expect(Math.max(...startsMs)).toBeLessThan(READY_WITHIN_MS * 3);
    expect(endedMs).toBeLessThan(5_000);
    await docstore.stop();
    await rm(folder, { recursive: true });
  },
  120_000 + KILLS * 5_000,
);
