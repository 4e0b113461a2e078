import { expect, test } from 'vitest';
import { NOBODY_HERE } from '../client/client-types.ts';
import { ITEM, PEER } from '../testing/samples.ts';
import type { PresenceState } from './frames.ts';
import { cursorAfter } from './moved.ts';

test('[SYNC-95] a pointer that moves stays told from its item, until another one is named', () => {
  let state: PresenceState = { ...NOBODY_HERE, cursor: { item: ITEM, x: 1, y: 2 } };
  for (const [moved, cursor] of [
    [[PEER, 3, 4], { item: ITEM, x: 3, y: 4 }],
    [[PEER, 5, 6, null], { item: null, x: 5, y: 6 }],
    [[PEER, 7, 8], { item: null, x: 7, y: 8 }],
    [[PEER, 9, 1, ITEM], { item: ITEM, x: 9, y: 1 }],
  ] as const) {
    state = cursorAfter(state, moved);
    expect(state.cursor).toEqual(cursor);
  }
  expect(cursorAfter(NOBODY_HERE, [PEER, 1, 1]).cursor).toEqual({ item: null, x: 1, y: 1 });
});
