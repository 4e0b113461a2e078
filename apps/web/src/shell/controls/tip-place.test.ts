import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tipPlace } from './tip-place.ts';

const view = { width: 1280, height: 800 };
const tip = { width: 100, height: 24 };

it('a tip stands below the middle of its button, above it at the foot of the window', () => {
  expect(tipPlace({ left: 500, top: 10, width: 40, height: 32 }, tip, view)).toEqual({ left: 470, top: 48 });
  expect(tipPlace({ left: 500, top: 760, width: 40, height: 32 }, tip, view)).toEqual({ left: 470, top: 730 });
  expect(tipPlace({ left: 1250, top: 10, width: 30, height: 32 }, tip, view).left).toBe(1172);
});

it('and never reaches out of the window or lies over its button', () => {
  const at = fc.record({
    ...{ left: fc.integer({ min: 0, max: 1240 }), top: fc.integer({ min: 0, max: 760 }) },
    ...{ width: fc.integer({ min: 10, max: 200 }), height: fc.integer({ min: 10, max: 44 }) },
  });
  fc.assert(
    fc.property(at, (about) => {
      const { left, top } = tipPlace(about, tip, view);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + tip.width).toBeLessThanOrEqual(view.width);
      expect(top + tip.height <= about.top || top >= about.top + about.height).toBe(true);
    }),
  );
});
