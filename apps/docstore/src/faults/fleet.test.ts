import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DocstoreFleet } from '../testing/processes/docstore-fleet.ts';
import { newKeys } from '../testing/processes/docstore-process.ts';
import { fleetRun } from '../testing/processes/fleet-run.ts';

// BOUGH_KILLS=1000 for the long run.
const KILLS = Number(process.env['BOUGH_KILLS'] ?? (process.env['CI'] === 'true' ? 20 : 3));

test(
  '[DOC-29] two docstores, one killed again and again: nothing is lost, nobody reads what is old, and the other one serves at once',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bough-fleet-'));
    const fleet = await DocstoreFleet.start(2, {
      BOUGH_DATA: folder,
      BOUGH_BLOBS_KEYS: newKeys('first'),
      BOUGH_SECOND: 'folder',
      BOUGH_SECOND_BLOBS_KEYS: newKeys('second'),
    });
    try {
      const { problems, writers, reads, gapsMs, starvedMs, idleRequests } = await fleetRun(fleet, KILLS);
      expect(problems).toEqual([]);
      // Two processes stand between a kill and an answer (docstore and this one); what one of them waits for the machine, the other
      // does about as long.
      for (const [i, gapMs] of gapsMs.entries()) expect(gapMs - 2 * (starvedMs[i] ?? 0)).toBeLessThan(2_000);
      expect(idleRequests).toBe(0);
      expect(reads).toBeGreaterThan(20 * KILLS);
      expect(writers.acknowledgedBy('stray')).toBeGreaterThan(KILLS);
    } finally {
      await fleet.stop();
      await rm(folder, { recursive: true });
    }
  },
  60_000 + KILLS * 10_000,
);
