import { expect, test } from 'vitest';
import { earlyProblems } from './repeats.ts';

test('[S1] a change that is answered and is not written is found', () => {
  expect(earlyProblems({ isAnswered: true, isWritten: false })).toHaveLength(1);
  expect(earlyProblems({ isAnswered: true, isWritten: true })).toEqual([]);
  expect(earlyProblems({ isAnswered: false, isWritten: false })).toEqual([]);
});
