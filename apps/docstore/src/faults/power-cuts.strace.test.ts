import { tryStates } from '@bough/blobs/testing';
import { describeWith } from '@bough/house/servers';
import { expect, test } from 'vitest';
import { recordDocstore } from '../testing/power/docstore-cuts.ts';

// npm run power-cuts -- 50000 for many more. Together with those of packages/blobs they are the 2,000 of each run.
const STATES = 500;

describeWith('strace', (strace) => {
  test(`[DOC-90] on each of ${2 * STATES} states that a power cut can leave of its disk, docstore opens and has what was acknowledged`, async () => {
    const recordings = await recordDocstore(strace().executable);
    for (const cuts of [recordings.new, recordings.next]) {
      const { states, bad } = await tryStates(cuts, { atLeast: STATES, seed: 1 });
      expect(bad).toEqual([]);
      expect(states).toBeGreaterThanOrEqual(STATES);
    }
  }, 300_000);
});
