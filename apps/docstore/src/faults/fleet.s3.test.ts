import { describeWith } from '@bough/house/servers';
import { makeBucket } from '@bough/blobs/testing';
import { expect, test } from 'vitest';
import { DocstoreFleet } from '../testing/processes/docstore-fleet.ts';
import { newKeys } from '../testing/processes/docstore-process.ts';
import { fleetRun } from '../testing/processes/fleet-run.ts';
import { s3Settings } from '../testing/processes/s3-settings.ts';

const KILLS = Number(process.env['BOUGH_KILLS'] ?? (process.env['CI'] === 'true' ? 20 : 2));

describeWith('versitygw', (s3) => {
  test(
    '[DOC-29] two docstores on one bucket, one killed again and again: nothing is lost, and nobody reads what is old',
    async () => {
      await makeBucket(s3(), 'bough-fleet');
      const fleet = await DocstoreFleet.start(2, {
        BOUGH_BLOBS: 's3',
        ...s3Settings('BOUGH_', s3().endpoint, 'bough-fleet', newKeys('first'), s3()),
      });
      try {
        const { problems, writers, gapsMs, starvedMs, idleRequests } = await fleetRun(fleet, KILLS);
        expect(problems).toEqual([]);
        expect(gapsMs.toSorted((a, b) => a - b)[Math.floor(KILLS / 2)]).toBeLessThan(2_000);
        // Three processes stand between a kill and an answer (docstore, the bucket, this one); what one of them waits for the
        // machine, the others do about as long.
        for (const [i, gapMs] of gapsMs.entries()) expect(gapMs - 3 * (starvedMs[i] ?? 0)).toBeLessThan(2_000);
        expect(idleRequests).toBe(0);
        expect(writers.acknowledgedBy('stray')).toBeGreaterThan(KILLS);
      } finally {
        await fleet.stop();
      }
    },
    60_000 + KILLS * 10_000,
  );
});
