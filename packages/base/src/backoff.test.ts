import { expect, test } from 'vitest';
import { seededRandom, VirtualClock } from './testing/index.ts';
import { backoffMs, pause } from './index.ts';

test('[BASE-15] pauses double up to the longest, and half of each is drawn', () => {
  const settings = { firstMs: 100, longestMs: 1000 };
  const random = seededRandom(1);
  const wholes = [100, 200, 400, 800, 1000, 1000];
  for (const [attempt, whole] of wholes.entries()) {
    const pauses = Array.from({ length: 200 }, () => backoffMs(settings, attempt, random));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(whole / 2);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(whole);
    expect(new Set(pauses).size).toBeGreaterThan(20);
  }
  expect(backoffMs(settings, 10_000, random)).toBeLessThanOrEqual(1000);
});

test('[BASE-15] a pause ends when the clock says so', async () => {
  const clock = new VirtualClock();
  const before = clock.now();
  const paused = pause(clock, 30);
  clock.step();
  await paused;
  expect(clock.now() - before).toBe(30);
});
