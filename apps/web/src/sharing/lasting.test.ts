import { expect, it } from 'vitest';
import { endingAt, fieldDay } from './lasting.ts';

const NOON = new Date(2026, 4, 3, 12).getTime();

it('access until a date lasts to the end of that day here, and a day that is over is none', () => {
  expect(endingAt('date', '2026-05-03', NOON)).toBe(new Date(2026, 4, 4).getTime());
  expect(endingAt('date', '2026-12-31', NOON)).toBe(new Date(2027, 0, 1).getTime());
  for (const date of ['2026-05-02', '', 'soon', '2026-13']) expect(endingAt('date', date, NOON)).toBe('none');
  expect(endingAt('never', '2026-05-03', NOON)).toBeNull();
  expect(endingAt('week', '', NOON)).toBe(NOON + 7 * 24 * 3_600_000);
  expect(fieldDay(NOON)).toBe('2026-05-03');
});
