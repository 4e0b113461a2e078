import { expect, test } from 'vitest';
import { isKeptWhole, tileStarts } from './tile-starts.ts';

test('[PDF-12] without words in the way tiles lie side by side, and the map in their middle', () => {
  expect(tileStarts({ from: 0, to: 250 }, 100, [])).toEqual([-25, 75, 175]);
  expect(tileStarts({ from: 0, to: 80 }, 100, [{ from: 10, to: 70 }])).toEqual([-10]);
  expect(tileStarts({ from: 0, to: 200 }, 100, [{ from: 90, to: 120 }])).toEqual([0, 90, 190]);
});

test('[PDF-12] tiles cover the map without a gap, go on, and each word that fits is whole on one', () => {
  let seed = 1;
  const upTo = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (seed / 2_147_483_647) * most;
  };
  let kept = 0;
  for (let round = 0; round < 500; round++) {
    const length = 100 + upTo(1100);
    const spans = Array.from({ length: upTo(60) }, () => {
      const from = upTo(990);
      return { from, to: Math.min(1000, from + 1 + upTo(200)) };
    });
    const starts = tileStarts({ from: 0, to: 1000 }, length, spans);
    expect(starts[0]).toBeLessThanOrEqual(0);
    expect((starts.at(-1) ?? 0) + length).toBeGreaterThanOrEqual(1000 - 1e-6);
    for (const [i, start] of starts.slice(1).entries()) {
      expect(start).toBeGreaterThan(starts[i] ?? 0);
      expect(start).toBeLessThanOrEqual((starts[i] ?? 0) + length + 1e-6);
    }
    for (const span of spans.filter((each) => isKeptWhole(each, length))) {
      const isWhole = starts.some((start) => start <= span.from && span.to <= start + length + 1e-6);
      expect([span, isWhole]).toEqual([span, true]);
      kept++;
    }
  }
  expect(kept).toBeGreaterThan(1_000);
});
