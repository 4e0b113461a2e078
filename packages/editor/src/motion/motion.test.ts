import { describe, expect, it } from 'vitest';
import { continued, glideAt, MOTION_MS } from './motion.ts';

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
});
