import { addCounts, noCounts, SimWorld } from '@bough/bloblog/testing';
import { describe, expect, test } from 'vitest';
import { documentOwners } from '../testing/document-owner.ts';

const SEEDS = 24;

describe('docstore in the simulation of the log', () => {
  test('[DOC-31] no seed breaks a promise, and the runs are not vacuous', async () => {
    const sum = noCounts();
    for (let seed = 1; seed <= SEEDS; seed++) {
      const world = new SimWorld(seed, documentOwners);
      await world.run().catch((broken: unknown) => {
        throw new Error(`seed ${seed}: ${String(broken)}`, { cause: broken });
      });
      addCounts(sum, world.counts);
    }
    for (const [name, count] of Object.entries(sum)) expect([name, count > SEEDS / 6]).toEqual([name, true]);
  }, 240_000);
});
