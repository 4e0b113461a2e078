import { expect, test } from 'vitest';
import { endAfter } from './at-end.ts';

const list = (scrollTop: number, clientHeight = 400, scrollHeight = 1000) => ({
  scrollTop,
  clientHeight,
  scrollHeight,
});

test('[WEB-38] a list that became lower, or longer, still stays at its end before it has followed', () => {
  const end = endAfter(null, list(600));
  expect(end).toBe(600);
  expect(endAfter(end, list(600, 300))).toBe(600);
  expect(endAfter(end, list(600, 400, 2000))).toBe(600);
  // Once it has followed, that is its end.
  expect(endAfter(endAfter(end, list(700, 300)), list(640, 300))).toBeNull();
});

test('[WEB-38] somebody who scrolls up leaves the end, however slowly, and is back when near it', () => {
  const steps = [595, 585, 575, 565].map((top) => list(top));
  const ends = steps.reduce<(number | null)[]>((all, step) => [...all, endAfter(all.at(-1) ?? null, step)], [600]);
  expect(ends).toEqual([600, 600, 600, 600, null]);
  expect(endAfter(null, list(500))).toBeNull();
  expect(endAfter(null, list(570))).toBe(600);
});
