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

it.each(['en', 'de'])('says what Intl says, without it', (language) => {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const ago = (ms: number): string => sayWhen(now - ms, now, language);
  expect(ago(0)).toBe(relative.format(0, 'second'));
  for (let count = 1; count < 60; count++) expect(ago(count * MINUTE)).toBe(relative.format(-count, 'minute'));
  for (let count = 1; count < 24; count++) expect(ago(count * 60 * MINUTE)).toBe(relative.format(-count, 'hour'));
  for (let count = 1; count < 7; count++) expect(ago(count * 24 * 60 * MINUTE)).toBe(relative.format(-count, 'day'));
  const parts: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' };
  for (let month = 0; month < 12; month++) {
    const [then, before] = [new Date(2026, month, 7).getTime(), new Date(2025, month, 28).getTime()];
    const later = new Date(2026, 11, 31).getTime();
    expect(sayWhen(then, later, language)).toBe(new Intl.DateTimeFormat(language, parts).format(then));
    const withYear = new Intl.DateTimeFormat(language, { ...parts, year: 'numeric' });
    expect(sayWhen(before, later, language)).toBe(withYear.format(before));
  }
});
