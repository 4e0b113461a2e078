import { expect, it } from 'vitest';
import { sayWhen } from './when.ts';

const now = new Date(2026, 4, 20, 12, 0, 0).getTime();
const MINUTE = 60_000;

it.each([
  [0, 'now'],
  [5 * MINUTE, '5 minutes ago'],
  [3 * 60 * MINUTE, '3 hours ago'],
  [25 * 60 * MINUTE, 'yesterday'],
  [6 * 24 * 60 * MINUTE, '6 days ago'],
  [-MINUTE, 'now'],
])('says how long ago as one would', (agoMs, words) => {
  expect(sayWhen(now - agoMs, now, 'en')).toBe(words);
});

it('names the day, and the year only when it is another', () => {
  expect(sayWhen(new Date(2026, 2, 3).getTime(), now, 'en')).toBe('March 3');
  expect(sayWhen(new Date(2025, 2, 3).getTime(), now, 'en')).toBe('March 3, 2025');
});
