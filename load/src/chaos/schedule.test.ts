import { expect, test } from 'vitest';
import { scheduleOf } from './schedule.ts';

const LENGTH_MS = 180_000;

test('a seed always gives the same faults, and another one gives others', () => {
  expect(scheduleOf(7, LENGTH_MS)).toEqual(scheduleOf(7, LENGTH_MS));
  expect(scheduleOf(8, LENGTH_MS)).not.toEqual(scheduleOf(7, LENGTH_MS));
});

test('twenty seeds have every kind of fault; nothing suffers two at once, and all are over at the end', () => {
  const kinds = new Set<string>();
  for (let seed = 1; seed <= 20; seed++) {
    const planned = scheduleOf(seed, LENGTH_MS);
    expect(planned.length).toBeGreaterThan(20);
    const freeAt = new Map<string, number>();
    for (const { atMs, fault } of planned) {
      kinds.add(`${fault.kind} ${fault.what}`);
      expect(atMs).toBeGreaterThanOrEqual(freeAt.get(fault.what) ?? 0);
      expect(atMs + fault.forMs).toBeLessThanOrEqual(LENGTH_MS);
      freeAt.set(fault.what, atMs + fault.forMs);
    }
  }
  // Four kinds for each of six processes, three for each of four ways and one for each of two disks; the bus that comes back empty, a bit
  // that turns, versions that are rolled, and the second location in the place of the first.
  expect(kinds.size).toBe(4 * 6 + 3 * 4 + 2 + 4);
});
