import { describeWith } from '@bough/house/servers';
import { expect, test } from 'vitest';
import { moveRun } from '../../testing/processes/move-run.ts';

// npm run rehearse-migration is the long run.
const KILLS = 3;
const [CHANGES, WITHIN_MS] = [2_000, 900];
/** After all kills a third of the rows is left to be moved, however fast the machine is. */
const PER_SECOND = (CHANGES * 2) / 3 / ((KILLS * WITHIN_MS) / 1_000);

describeWith('mongodb', (server) => {
  test('[DOC-279] killed again and again while it moves rows of MongoDB, nothing is lost and nothing kept twice', async () => {
    const url = new URL(server().url);
    url.pathname = `/${server().database}_moved`;
    const killed = { kills: KILLS, killWithinMs: WITHIN_MS, perSecond: Math.floor(PER_SECOND) };
    const run = { url: url.href, documents: 80, changes: CHANGES, ...killed, isDeleting: false };
    const { problems, kills } = await moveRun({ ...run, say: () => undefined });
    expect(problems).toEqual([]);
    expect(kills).toBe(KILLS);
  }, 120_000);
});
