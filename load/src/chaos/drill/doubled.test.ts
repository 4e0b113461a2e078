import { expect, test } from 'vitest';
import { DoublingLine, placedProblems } from './doubled.ts';

const first = '{"kind":"changes","n":1}';
const next = '{"kind":"changes","n":2}';
const pong = '{"kind":"pong"}';

test('[HOUSE-96] on a line that doubles, changes wait for the next ones and come twice before them, once', () => {
  const line = new DoublingLine();
  expect([line.carry(first), line.isHeld]).toEqual([[first], false]);
  line.hold();
  expect([line.carry(pong), line.isHeld]).toEqual([[pong], false]);
  expect([line.carry(first), line.isHeld]).toEqual([[], true]);
  expect([line.carry(pong), line.isHeld]).toEqual([[pong], true]);
  expect([line.carry(next), line.isHeld]).toEqual([[first, first, next], false]);
  expect(line.carry(next)).toEqual([next]);
});

test('[HOUSE-96] words that stand elsewhere, or elsewhere for somebody, are told', () => {
  const [right, wrong] = ['{"text":"123a!bcdefgh"}', '{"text":"123abcd!efgh"}'];
  expect(placedProblems(right, right)).toEqual([]);
  for (const maps of [
    [right, wrong],
    [wrong, right],
    [wrong, wrong],
  ] as const)
    expect(placedProblems(...maps)).toHaveLength(1);
});
