import { seededRandom } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { pauseMs } from './backoff.ts';

test('[SYNC-13] pauses double up to the longest, and half of each is drawn', () => {
  const settings = { firstMs: 100, longestMs: 1000 };
  const random = seededRandom(1);
  const wholes = [100, 200, 400, 800, 1000, 1000];
  for (const [attempt, whole] of wholes.entries()) {
    const pauses = Array.from({ length: 200 }, () => pauseMs(attempt, random, settings));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(whole / 2);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(whole);
    expect(new Set(pauses).size).toBeGreaterThan(20);
  }
  expect(pauseMs(10_000, random, settings)).toBeLessThanOrEqual(1000);
});
