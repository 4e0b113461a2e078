import { expect, it } from 'vitest';
import { seededRandom, VirtualClock } from './index.ts';

it('[BASE-9] runs plans in order of time, then of planning', () => {
  const clock = new VirtualClock(1_000);
  const seen: string[] = [];
  clock.after(20, () => seen.push(`late at ${clock.now()}`));
  clock.after(10, () => {
    seen.push(`first at ${clock.now()}`);
    clock.after(0, () => seen.push('planned while running'));
  });
  clock.after(10, () => seen.push('second'));
  const cancel = clock.after(10, () => seen.push('never'));
  cancel();
  clock.advance(15);
  expect(seen).toEqual(['first at 1010', 'second', 'planned while running']);
  expect(clock.now()).toBe(1_015);
  expect(clock.nextDueMs()).toBe(1_020);
  expect(clock.step()).toBe(true);
  expect(seen.at(-1)).toBe('late at 1020');
  expect(clock.step()).toBe(false);
  expect(clock.monotonic()).toBe(clock.now());
});

it('[BASE-10] is the same for the same seed', () => {
  const one = seededRandom(7);
  const two = seededRandom(7);
  const fractions = Array.from({ length: 1_000 }, () => one.fraction());
  expect(Array.from({ length: 1_000 }, () => two.fraction())).toEqual(fractions);
  expect(one.bytes(16)).toEqual(two.bytes(16));
  expect(seededRandom(8).bytes(16)).not.toEqual(seededRandom(7).bytes(16));
  expect(Math.min(...fractions)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...fractions)).toBeLessThan(1);
  const mean = fractions.reduce((sum, value) => sum + value, 0) / fractions.length;
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.05);
});
