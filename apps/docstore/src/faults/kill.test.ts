import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { killRun } from '../testing/processes/kill-run.ts';

// BOUGH_KILLS=10000 for the long run.
// Of two that run beside each other, each.
const KILLS = Math.ceil(Number(process.env['BOUGH_KILLS'] ?? (process.env['CI'] === 'true' ? 60 : 4)) / 2);

test.concurrent.each(['one', 'another'])(
  '[DOC-30] killed again and again under writers, docstore keeps every acknowledged change exactly once: %s',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bough-kill-'));
    const docstore = await DocstoreProcess.make({
      BOUGH_DATA: folder,
      BOUGH_BLOBS_KEYS: newKeys('first'),
      BOUGH_SECOND: 'folder',
      BOUGH_SECOND_BLOBS_KEYS: newKeys('second'),
    });
    try {
      const { problems, writers, endedMs } = await killRun(docstore, KILLS, []);
      expect(problems).toEqual([]);
      expect(writers.acknowledged.size).toBeGreaterThanOrEqual(10 * KILLS);
      expect(writers.repeats).toBeGreaterThan(0);
      expect(endedMs).toBeLessThan(5_000);
    } finally {
      await docstore.stop();
      await rm(folder, { recursive: true });
    }
  },
  60_000 + KILLS * 10_000,
);
