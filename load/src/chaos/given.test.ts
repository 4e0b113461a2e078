import { expect, test } from 'vitest';
import { readAsked } from './given.ts';

test('one seed, or all of a range, with minutes and a file for the report', () => {
  expect(readAsked(['7'])).toEqual({ seeds: [7], minutes: 3, report: null });
  expect(readAsked(['--minutes', '0.5', '3..5', '--report', 'seen.json'])).toEqual({
    seeds: [3, 4, 5],
    minutes: 0.5,
    report: 'seen.json',
  });
});

test('what is no seed, no range and no number of minutes is not taken', () => {
  for (const args of [[], ['x'], ['5..3'], ['1..'], ['1', '2'], ['1', '--minutes', '0'], ['1', '--report']]) {
    expect(readAsked(args)).toBeNull();
  }
});
