import { describeWith } from '@bough/house/servers';
import { expect, test } from 'vitest';
import { moveRun } from '../../testing/processes/move-run.ts';

// npm run rehearse-migration is the long run.
const KILLS = 3;

describeWith('mongodb', (server) => {
  test('[DOC-279] killed again and again while it moves rows of MongoDB, nothing is lost and nothing kept twice', async () => {
    const url = new URL(server().url);
    url.pathname = `/${server().database}_moved`;
    const run = { url: url.href, documents: 80, changes: 2_000, kills: KILLS, killWithinMs: 900, isDeleting: false };
    const { problems, kills } = await moveRun({ ...run, say: () => undefined });
    expect(problems).toEqual([]);
    expect(kills).toBe(KILLS);
  }, 120_000);
});
