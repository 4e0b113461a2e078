import { expect, test } from 'vitest';
import { countedProblems, keptProblems, sentAwayProblems } from './access.ts';

test('[S1] a guest whose counters are not known after signing in is found', () => {
  expect(countedProblems(3, 3)).toEqual([]);
  expect(countedProblems(3, 4)).toEqual([]);
  expect(countedProblems(3, 0)).toEqual(['S1: a guest counted to 3, and is known to have come to 0 after signing in']);
});

test('[S13] an edit that was kept after the role had been lowered is found, by its id alone', () => {
  const document = JSON.stringify({ items: [{ id: 'abc' }] });
  expect(keptProblems(document, 'ab', 'ann')).toEqual([]);
  expect(keptProblems(document, 'abc', 'ann')).toHaveLength(1);
});

test('[S22] whoever is sent away by another who greets under their client id is found', () => {
  expect(sentAwayProblems([null, null])).toEqual([]);
  expect(sentAwayProblems(['replaced', null])).toEqual([expect.stringContaining('sent away: replaced')]);
});
