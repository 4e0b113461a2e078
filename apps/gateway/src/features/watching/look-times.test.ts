import { expect, test } from 'vitest';
import { newPersonId } from '../../testing/metadata-contract/fixtures.ts';
import { nextLookAt } from './look-times.ts';

const HOUR_MS = 3_600_000;
const MIDNIGHT = Date.UTC(2026, 10, 27);

test('[GW-490] daily is once a day at the same time in the morning, hourly once an hour, never not at all', () => {
  const times = new Set<number>();
  for (let at = 0; at < 50; at++) {
    const person = newPersonId();
    const first = nextLookAt('daily', person, MIDNIGHT) ?? 0;
    expect(first).toBeGreaterThanOrEqual(MIDNIGHT + 5 * HOUR_MS);
    expect(first).toBeLessThan(MIDNIGHT + 5.5 * HOUR_MS);
    expect(nextLookAt('daily', person, first)).toBe(first + 24 * HOUR_MS);
    expect(nextLookAt('daily', person, first - 1)).toBe(first);
    const hourly = nextLookAt('hourly', person, first) ?? 0;
    expect([hourly > first, hourly <= first + HOUR_MS]).toEqual([true, true]);
    expect(nextLookAt('hourly', person, hourly)).toBe(hourly + HOUR_MS);
    expect(nextLookAt('never', person, first)).toBeNull();
    times.add(first);
  }
  expect(times.size).toBeGreaterThan(30);
});
