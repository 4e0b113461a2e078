import { backoffMs } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { RECONNECT, RETRY } from './pauses.ts';

test.each([
  ['a client', RECONNECT, [300, 600, 1200, 2400, 4000, 4000]],
  ['a room', RETRY, [100, 200, 400, 800, 1600, 2000, 2000]],
])('[SYNC-13] pauses of %s double up to the longest, and half of each is drawn', (_, settings, wholes) => {
  const random = seededRandom(1);
  for (const [attempt, whole] of wholes.entries()) {
    const pauses = Array.from({ length: 200 }, () => backoffMs(settings, attempt, random));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(whole / 2);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(whole);
    expect(new Set(pauses).size).toBeGreaterThan(20);
  }
});
