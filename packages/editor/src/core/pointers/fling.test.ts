import { expect, it } from 'vitest';
import { flingOf } from './fling.ts';

const trace = (speed: number, until: number) =>
  Array.from({ length: 10 }, (_, i) => ({ atMs: until - 90 + i * 10, x: i * 10 * speed, y: 0 }));

it('[EDIT-49] the picture glides on at the speed of the hand, and stays when the hand had stopped', () => {
  expect(flingOf(trace(1, 1000), 1000)).toEqual({ dx: 80, dy: 0 });
  expect(flingOf(trace(-2, 1000), 1005)).toEqual({ dx: -160, dy: 0 });
  expect(flingOf(trace(0.05, 1000), 1000)).toBeNull();
  expect(flingOf(trace(1, 1000), 1200)).toBeNull();
  expect(flingOf([], 0)).toBeNull();
});
