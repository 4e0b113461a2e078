import { describe, expect, it } from 'vitest';
import { continued, glideAt, MOTION_MS, movingRects, withdrawnAt } from './motion.ts';

describe('motion', () => {
  it('[EDIT-4] a glide begins where the thing was and ends at its place', () => {
    const motion = continued(undefined, 40, -20, 1000);
    expect(glideAt(motion, 1000)).toEqual({ dx: 40, dy: -20, alpha: 1 });
    expect(glideAt(motion, 1000 + MOTION_MS.grow)).toBeNull();
  });

  it('[EDIT-4] what is pushed again on the way goes on from where it is', () => {
    const first = continued(undefined, 40, 0, 0);
    const half = glideAt(first, 80);
    const second = continued(first, 10, 0, 80);
    expect(glideAt(second, 80)?.dx).toBeCloseTo((half?.dx ?? 0) + 10, 9);
  });

  it('[EDIT-5] a branch that went fades on its way to where it grew from, and is gone in time', () => {
    const group = { id: 'a', under: [], commands: [], bounds: { x: 0, y: 0, width: 10, height: 10 } };
    const gone = { groups: [{ group, x: 100, y: 50, alpha: 1, isFaded: false }], from: { x: 0, y: 50 } };
    expect(withdrawnAt(gone, 1000, 1000)).toEqual(gone.groups);
    const [half] = withdrawnAt(gone, 1000, 1000 + MOTION_MS.withdraw / 2) ?? [];
    expect(half?.x).toBeLessThan(100);
    expect(half?.alpha).toBeCloseTo(0.5, 9);
    expect(withdrawnAt(gone, 1000, 1000 + MOTION_MS.withdraw)).toBeNull();
  });

  it('[EDIT-5] what moves is painted where it is and where it will rest: a glide within another one adds to it', () => {
    const extent = { x: 0, y: 0, width: 10, height: 10 };
    const glides = new Map([
      ['above', { dx: 5, dy: 0, alpha: 1 }],
      ['below', { dx: 0, dy: 7, alpha: 1 }],
      ['nobody', { dx: 1, dy: 1, alpha: 1 }],
    ]);
    const rects = movingRects(
      glides,
      [],
      (id) => (id === 'nobody' ? null : extent),
      (id) => (id === 'below' ? 'above' : null),
    );
    expect(rects).toEqual([extent, { ...extent, x: 5 }, extent, { ...extent, x: 5, y: 7 }]);
  });
});
