import type { Rect } from '@bough/scene';
import { expect, it } from 'vitest';
import { damageInSight } from './damage-in-sight.ts';

const CAMERA = { x: 0, y: 0, scale: 1 };
const VIEW = { width: 800, height: 600, insets: { top: 0, right: 0, bottom: 0, left: 0 } };

/** Thirty of them, one below the other, beginning there. */
function column(y: number): readonly Rect[] {
  return Array.from({ length: 30 }, (_, n) => ({ x: 300, y: y + n * 40, width: 90, height: 24 }));
}

it('[EDIT-151] of what glides out of sight nothing is painted, whatever there is of it', () => {
  const away = [...column(-1_300), ...column(700)];
  expect(damageInSight(away, CAMERA, VIEW)).toEqual([]);
  const here = { x: 10, y: 20, width: 60, height: 24 };
  expect(damageInSight([...away, here], CAMERA, VIEW)).toEqual([here]);
});

it('[EDIT-151] at the edge of the window what is soft is painted too, from near and far', () => {
  const above = { x: 10, y: -30, width: 60, height: 27 };
  expect(damageInSight([above], CAMERA, VIEW)).toEqual([above]);
  expect(damageInSight([above], { ...CAMERA, scale: 4 }, VIEW)).toEqual([]);
});
