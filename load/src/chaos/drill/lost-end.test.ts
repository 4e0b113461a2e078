import { expect, test } from 'vitest';
import { lateProblems } from './lost-end.ts';
import { addition } from './writer.ts';

const frame = (text: string): object => ({
  kind: 'changes',
  changes: [{ seq: 1, ops: [addition(text)] }],
  more: false,
});

test('[S17] a late word of an order that has lost its end is found where somebody was shown it', () => {
  expect(lateProblems([frame('what stands there'), { kind: 'pong', seq: 1 }])).toEqual([]);
  expect(lateProblems([frame('what stands there'), frame('a late word')])).toEqual([
    'S17: a late word of an order that has lost its end is shown under its new name',
  ]);
});
