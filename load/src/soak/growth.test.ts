import { seededRandom } from '@bough/base/testing';
import { describe, expect, test } from 'vitest';
import { growthOf, judge, type Point } from './growth.ts';

/** A value every ten seconds of an hour, `at` in hours: it begins at 100, grows by so much an hour, and scatters by up to so much. */
function hour(grows: number, scatter: number, seed: number): readonly Point[] {
  const random = seededRandom(seed);
  return Array.from({ length: 360 }, (_, n) => {
    const at = n / 360;
    return { at, value: 100 + grows * at + scatter * (2 * random.fraction() - 1) };
  });
}

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);

describe('the slope', () => {
  test('of a straight line is what it rises by, with no doubt', () => {
    const { slope, low, high } = growthOf(hour(7, 0, 1));
    for (const each of [slope, low, high]) expect(each).toBeCloseTo(7);
  });

  test('is not turned by a few wild values', () => {
    const points = hour(0, 0, 1).map((one, n) => (n % 40 === 39 ? { ...one, value: 900 } : one));
    expect(growthOf(points)).toEqual({ slope: 0, low: 0, high: 0 });
  });

  test('of one value, or none, is unknown', () => {
    for (const points of [[], [{ at: 1, value: 1 }]]) {
      expect(growthOf(points)).toEqual({ slope: Number.NaN, low: -Infinity, high: Infinity });
    }
  });
});

describe('the judgement', () => {
  test('[HOUSE-130] a leak below the noise of single values is caught, in every run', () => {
    for (const seed of SEEDS) expect(judge({ points: hour(12, 8, seed), most: 2 }).kind).toBe('grows');
  });

  test('[HOUSE-130] a flat line that is noisy is no leak, in any run', () => {
    for (const seed of SEEDS) expect(judge({ points: hour(0, 10, seed), most: 2 }).kind).not.toBe('grows');
    expect(SEEDS.filter((seed) => judge({ points: hour(0, 3, seed), most: 2 }).kind !== 'flat')).toEqual([]);
  });

  test('[HOUSE-130] what swings up and down, as memory between two collections does, is flat', () => {
    const points = hour(0, 0, 1).map((one, n) => ({ ...one, value: 100 + 3 * (n % 5) }));
    expect(judge({ points, most: 2 }).kind).toBe('flat');
  });

  test('[HOUSE-130] one step up and no further is no leak, and a stair is one', () => {
    const step = hour(0, 0, 1).map((one, n) => ({ ...one, value: n < 180 ? 20 : 21 }));
    expect(judge({ points: step, most: 1 }).kind).not.toBe('grows');
    const stair = hour(0, 0, 1).map((one, n) => ({ ...one, value: 20 + Math.floor(n / 30) }));
    expect(judge({ points: stair, most: 1 }).kind).toBe('grows');
  });

  test('[HOUSE-130] noise that could hide a leak is not called flat', () => {
    expect(judge({ points: hour(0, 60, 3), most: 2 }).kind).toBe('noise');
    expect(judge({ points: hour(0, 0, 3).slice(0, 4), most: 2 }).kind).toBe('noise');
    expect(judge({ points: [], most: 2 }).kind).toBe('noise');
  });
});
