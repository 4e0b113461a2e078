import { expect, it } from 'vitest';
import { frameTimes, percentile } from './frame-times.ts';

it('[WEB-88] percentiles are by nearest rank', () => {
  const values = [15, 20, 35, 40, 50];
  expect([0.05, 0.3, 0.4, 0.5, 0.95, 1].map((share) => percentile(values, share))).toEqual([15, 20, 20, 35, 50, 50]);
  expect(percentile([7], 0.95)).toBe(7);
  expect(percentile([], 0.5)).toBe(0);
});

it('[WEB-88] frames of a display that keeps up are neither long nor dropped', () => {
  const gaps = Array.from({ length: 100 }, (_, n) => 16.6 + (n % 3) / 10);
  expect(frameTimes(gaps)).toMatchObject({ long: 0, dropped: 0, longestMs: 16.8 });
  expect(frameTimes([])).toBeNull();
});

it('[WEB-88] a frame over 50 ms is long, and each one that the display could have shown meanwhile is dropped', () => {
  const gaps = [...Array.from({ length: 95 }, () => 10), 21, 50, 51, 100, 10];
  expect(frameTimes(gaps)).toEqual({ p50: 10, p95: 10, longestMs: 100, long: 2, dropped: 1 + 4 + 4 + 9 });
});
