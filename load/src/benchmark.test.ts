import { describe, expect, it } from 'vitest';
import { guarded, holds, interleave, medianWithInterval, percentile } from './benchmark.ts';

describe('the statistics of a benchmark', () => {
  it('takes the nearest rank', () => {
    const values = [5, 1, 4, 2, 3];
    expect(percentile(values, 0.5)).toBe(3);
    expect(percentile(values, 0.99)).toBe(5);
    expect(percentile(values, 0)).toBe(1);
    expect(() => percentile([], 0.5)).toThrow('no percentile');
  });

  it('puts the median inside its interval', () => {
    const values = Array.from({ length: 31 }, (_, at) => (at * 7) % 31);
    const { median, low, high } = medianWithInterval(values);
    expect(median).toBe(15);
    expect(low).toBeLessThan(median);
    expect(high).toBeGreaterThan(median);
  });

  it('runs both sides equally often and flips their order', async () => {
    const order: string[] = [];
    const one = (name: string) => async () => {
      order.push(name);
      return name;
    };
    const runs = await interleave(2, one('a'), one('b'));
    expect(order).toEqual(['a', 'b', 'b', 'a']);
    expect(runs).toEqual({ a: ['a', 'a'], b: ['b', 'b'] });
  });

  it('holds a figure to its bar, in both directions', () => {
    const figure = { name: 'x', value: 3, unit: 'ms' };
    expect(holds(figure)).toBe(true);
    expect(holds({ ...figure, bar: { atMost: 3 } })).toBe(true);
    expect(holds({ ...figure, bar: { atMost: 2 } })).toBe(false);
    expect(holds({ ...figure, bar: { atLeast: 4 } })).toBe(false);
  });

  it('holds a figure to its guard alone where that is asked for', () => {
    const figure = { name: 'x', value: 3, unit: 'ms', bar: { atMost: 2 }, guard: { atMost: 6 } };
    expect(holds(figure)).toBe(false);
    expect(holds(guarded(figure))).toBe(true);
    expect(holds(guarded({ ...figure, value: 7 }))).toBe(false);
    expect(holds(guarded({ name: 'x', value: 3, unit: 'ms', bar: { atMost: 2 } }))).toBe(true);
  });
});
