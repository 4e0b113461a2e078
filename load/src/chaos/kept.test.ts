import type { SavedPending, StoreWrite } from '@bough/sync';
import { expect, test } from 'vitest';
import { Kept } from './kept.ts';

function pending(counter: number): StoreWrite {
  const one = { counter, base: 0, at: 0, ops: [] };
  return { kind: 'pending', pending: one as unknown as SavedPending };
}

function browser() {
  const heard: string[] = [];
  const kept = new Kept((writes) => heard.push(...writes.map(({ kind }) => kind)));
  return { heard, kept, counters: () => kept.saved.pending.map(({ counter }) => counter) };
}

test('what a page writes is there when it is told so, and not before', async () => {
  const { heard, kept, counters } = browser();
  const writing = kept.write([pending(1)]);
  expect([counters(), heard, kept.isQuiet]).toEqual([[], [], false]);
  await writing;
  expect([counters(), heard, kept.isQuiet]).toEqual([[1], ['pending'], true]);
  await kept.write([{ kind: 'settled', counter: 1 }]);
  expect([counters(), kept.saved.counter]).toEqual([[], 1]);
});

test('of a page that is gone nothing more comes: its last writing is there whole, or not at all', async () => {
  const { heard, kept, counters } = browser();
  kept.isLate = true;
  void kept.write([pending(1), pending(2)]);
  kept.lose(false);
  await kept.write([pending(3)]);
  expect([counters(), heard]).toEqual([[3], ['pending']]);
  void kept.write([pending(4), pending(5)]);
  kept.lose(true);
  await kept.write([]);
  expect(counters()).toEqual([3, 4, 5]);
});

test('what does not follow on what is there is told, once', async () => {
  const { kept } = browser();
  const change = { seq: 3 } as never;
  await kept.write([{ kind: 'document', lineage: 'one', seq: 1, text: '' }]);
  await kept.write([{ kind: 'changes', changes: [change] }]);
  expect(kept.problems).toHaveLength(1);
  expect(kept.problems[0]).toMatch(/^S1: .*without a gap/);
});
