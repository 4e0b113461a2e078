import { describe, expect, test } from 'vitest';
import { addCounts, noCounts, noteOwners, SimWorld } from '../testing/index.ts';

const SEEDS = 500;
const IN_ONE_TEST = 125;

/** Seeds that find out one lie each (src/testing/mutants.ts), by what would happen. */
const PINNED = {
  'a crash between an object and the head that names it': 299,
  'a mirror that is behind meets one that is ahead': 6,
  'sync mode, and a second location that stays away for longer than anybody waits': 26,
  'a sealing replaces a segment, and dies before its head': 28,
  'a sealing replaces a segment that the second location still names': 23,
  'collecting in the first location while the second comes to name what was replaced': 25168,
  'an outage of both locations while everybody goes on': 16,
};

async function outcome(seed: number): Promise<string> {
  const world = new SimWorld(seed, noteOwners);
  await world.run();
  return JSON.stringify([world.counts, world.clock.now()]);
}

describe('under faults, on a virtual clock', () => {
  const sum = noCounts();
  for (let from = 1; from <= SEEDS; from += IN_ONE_TEST) {
    test(`[LOG-100] seeds ${from} to ${from + IN_ONE_TEST - 1} break no promise`, async () => {
      for (let seed = from; seed < from + IN_ONE_TEST; seed++) {
        const world = new SimWorld(seed, noteOwners);
        await world.run().catch((broken: unknown) => {
          throw new Error(`seed ${seed}: ${String(broken)}`, { cause: broken });
        });
        addCounts(sum, world.counts);
      }
    }, 240_000);
  }

  test('[LOG-101] and they were not vacuous', () => {
    for (const [name, count] of Object.entries(sum)) expect([name, count > SEEDS / 4]).toEqual([name, true]);
  });

  test('[LOG-102] the same seed gives the same run', async () => {
    for (const seed of [1, 2, 3, 4, 5]) expect(await outcome(seed)).toBe(await outcome(seed));
  });

  for (const [name, seed] of Object.entries(PINNED)) {
    test(`[LOG-100] pinned: ${name}`, async () => {
      expect(await outcome(seed)).toContain('acknowledged');
    });
  }
});
