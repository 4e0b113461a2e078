import { NO_OPS } from '@bough/map';
import type { SavedPending } from '@bough/sync';
import { expect, test } from 'vitest';
import { lacking } from './take-up.ts';

function pending(...counters: readonly number[]): readonly SavedPending[] {
  return counters.map((counter) => ({ counter, base: 0, at: 0, ops: NO_OPS }));
}

test('[EDIT-100] what a page handed over is brought in where its journal lacks it or has an older form, and never again once something came of it', () => {
  const counters = lacking(pending(3, 4, 5, 6), 5, new Set([5])).map(({ counter }) => counter);
  expect(counters).toEqual([5, 6]);
  expect(lacking(pending(1, 2), 0, new Set())).toHaveLength(2);
  expect(lacking(pending(2), 2, new Set())).toEqual([]);
});
