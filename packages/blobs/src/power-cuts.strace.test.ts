import { describeWith } from '@bough/house/servers';
import { expect, test } from 'vitest';
import { recordBlobs } from './testing/power/blobs-cuts.ts';
import { tryStates } from './testing/power/try-states.ts';

// npm run power-cuts -- 50000 for many more.
const STATES = 1_000;

describeWith('strace', (strace) => {
  test(`[BLOB-14] each of ${STATES} states that a power cut can leave opens, and has what was acknowledged`, async () => {
    const cuts = await recordBlobs(strace().executable);
    const { states, bad } = await tryStates(cuts, { atLeast: STATES, seed: 1 });
    expect(bad).toEqual([]);
    expect(states).toBeGreaterThanOrEqual(STATES);
  }, 300_000);
});
