import { VirtualClock } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { warmUp } from './warm-up.ts';

const EVERYTHING = { x: -1e6, y: -1e6, width: 2e6, height: 2e6 };

function begin() {
  const clock = new VirtualClock();
  const painted: number[] = [];
  const cancel = warmUp({
    clock,
    paint: (scene) => painted.push(scene.visible(EVERYTHING).length),
  });
  return { clock, painted, cancel };
}

test('[EDIT-55] a small map is drawn again and again, and not for ever', () => {
  const { clock, painted } = begin();
  // A document that has come already does not wait behind it.
  clock.advance(20);
  expect(painted).toEqual([]);
  clock.advance(60_000);
  expect(painted.length).toBeGreaterThan(5);
  expect(painted.length).toBeLessThan(50);
  expect(Math.min(...painted)).toBeGreaterThan(100);
});

test('[EDIT-55] whoever has the map ends it, at any time', () => {
  const { clock, painted, cancel } = begin();
  cancel();
  clock.advance(60_000);
  expect(painted).toEqual([]);
});
