import { Dice } from '@bough/map/testing';
import { type Rect, touches } from '@bough/scene';
import { expect, test } from 'vitest';
import { LabelGrid } from './label-grid.ts';

const SEEDS = Array.from({ length: 40 }, (_, i) => 20 + i);

function rects(dice: Dice, most: number): Rect[] {
  const one = (): Rect => ({
    x: dice.below(4_000) - 2_000,
    y: dice.below(4_000) - 2_000,
    width: dice.below(900),
    height: dice.below(900),
  });
  return Array.from({ length: dice.below(most + 1) }, one);
}

test('[LAY-20] the grid of labels finds each that touches an area and no other, whatever came and went before', () => {
  let found = 0;
  for (const seed of SEEDS) {
    const dice = new Dice(seed);
    const grid = new LabelGrid<number>();
    const kept = new Map<number, readonly Rect[]>();
    for (let i = 0; i < 60; i++) {
      const owner = dice.below(12);
      const own = rects(dice, 3);
      if (own.length === 0) {
        grid.remove(owner);
        kept.delete(owner);
      } else {
        grid.put(owner, own);
        kept.set(owner, own);
      }
      const areas = rects(dice, 3);
      const near = [...kept].filter(([, all]) => all.some((rect) => areas.some((area) => touches(rect, area))));
      expect(grid.touching(areas), `seed ${seed}, step ${i}`).toEqual(new Set(near.map(([id]) => id)));
      found += near.length;
    }
  }
  expect(found).toBeGreaterThan(1_000);
});
