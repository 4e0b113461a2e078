import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Camera,
  centreOn,
  firstLook,
  fit,
  panBy,
  rectToScreen,
  reveal,
  SCALES,
  toMap,
  toScreen,
  type View,
  zoomAt,
} from './camera.ts';
import { cameraAt, FLIGHT_MS } from './flight.ts';

const view: View = { width: 1000, height: 600, insets: { top: 50, right: 0, bottom: 40, left: 0 } };
const number = fc.double({ min: -5000, max: 5000, noNaN: true });
const spot = fc.record({ x: number, y: number });
const camera: fc.Arbitrary<Camera> = fc.record({
  x: number,
  y: number,
  scale: fc.double({ min: SCALES.least, max: SCALES.most, noNaN: true }),
});
const small = fc.record({
  x: number,
  y: number,
  width: fc.double({ min: 0, max: 80, noNaN: true }),
  height: fc.double({ min: 0, max: 80, noNaN: true }),
});

describe('camera', () => {
  it('[EDIT-1] screen to map and back is where one began', () => {
    fc.assert(
      fc.property(camera, spot, (seen, at) => {
        const back = toScreen(seen, toMap(seen, at));
        expect(back.x).toBeCloseTo(at.x, 4);
        expect(back.y).toBeCloseTo(at.y, 4);
      }),
    );
  });

  it('[EDIT-1] zooming keeps the point under the pointer, and stays within the scales', () => {
    fc.assert(
      fc.property(camera, spot, fc.double({ min: 0.01, max: 50, noNaN: true }), (seen, at, factor) => {
        const next = zoomAt(seen, at, factor);
        expect(next.scale).toBeGreaterThanOrEqual(SCALES.least);
        expect(next.scale).toBeLessThanOrEqual(SCALES.most);
        const held = toScreen(next, toMap(seen, at));
        expect(held.x).toBeCloseTo(at.x, 3);
        expect(held.y).toBeCloseTo(at.y, 3);
      }),
    );
  });

  it('[EDIT-2] fit shows all of it, clear of the chrome', () => {
    const bounds = { x: -400, y: 20, width: 3000, height: 900 };
    const seen = rectToScreen(fit(bounds, view), bounds);
    expect(seen.x).toBeGreaterThanOrEqual(0);
    expect(seen.y).toBeGreaterThanOrEqual(50);
    expect(seen.x + seen.width).toBeLessThanOrEqual(1000);
    expect(seen.y + seen.height).toBeLessThanOrEqual(560);
    expect(fit({ x: 0, y: 0, width: 0, height: 0 }, view).scale).toBeLessThanOrEqual(1.2);
  });

  it('[EDIT-2] what is revealed is in view after the smallest pan, and what is in view moves nothing', () => {
    fc.assert(
      fc.property(camera, small, (from, rect) => {
        const next = reveal(from, rect, view);
        const seen = rectToScreen(next, rect);
        expect(next.scale).toBe(from.scale);
        expect(seen.x).toBeGreaterThan(23.9);
        expect(seen.y).toBeGreaterThan(73.9);
        expect(seen.x + seen.width).toBeLessThan(976.1);
        expect(seen.y + seen.height).toBeLessThan(536.1);
      }),
    );
    const there = centreOn({ x: 0, y: 0, width: 10, height: 10 }, view, 1);
    expect(reveal(there, { x: 0, y: 0, width: 10, height: 10 }, view)).toBe(there);
  });

  it('[EDIT-2] the first look at a large map has its root in view, its branches if they can be read, and no emptiness beside it', () => {
    const phone: View = { width: 390, height: 844, insets: { top: 56, right: 12, bottom: 72, left: 12 } };
    const root = { x: -90, y: -20, width: 180, height: 40 };
    const core = { x: -360, y: -200, width: 720, height: 400 };
    const both = firstLook(
      { bounds: { x: -900, y: -800, width: 1800, height: 1600 }, root, core, side: 'left' },
      phone,
    );
    expect(both.scale).toBe(0.5);
    expect(rectToScreen(both, root).x + 45).toBeCloseTo(195, 6);
    // Both sides have room, but not with the root in the middle: nothing is cut for that.
    const askew = { x: -500, y: -200, width: 720, height: 400 };
    const shifted = firstLook(
      { bounds: { x: -900, y: -800, width: 1800, height: 1600 }, root, core: askew, side: 'left' },
      phone,
    );
    expect(rectToScreen(shifted, askew).x).toBeGreaterThanOrEqual(11.9);
    expect(rectToScreen(shifted, askew).x + 360).toBeLessThanOrEqual(378.1);
    const oneSided = { x: -90, y: -200, width: 450, height: 400 };
    const right = firstLook(
      { bounds: { x: -90, y: -800, width: 1500, height: 1600 }, root, core: oneSided, side: 'right' },
      phone,
    );
    const seen = rectToScreen(right, oneSided);
    expect(seen.x).toBeGreaterThanOrEqual(12);
    expect(seen.x + seen.width).toBeLessThanOrEqual(378);
    // A little smaller than asked for, all names are seen whole.
    const nearly = { x: -230, y: -200, width: 470, height: 400 };
    const map = { bounds: { x: -270, y: -200, width: 540, height: 400 }, root, core: nearly, side: 'right' } as const;
    const named = firstLook(map, phone, 0.8, 0.7);
    expect(named.scale).toBeGreaterThan(0.7);
    expect(rectToScreen(named, nearly).x).toBeGreaterThanOrEqual(12);
    expect(rectToScreen(named, nearly).x + 470 * named.scale).toBeLessThanOrEqual(378);
    expect(firstLook(map, phone, 0.8).scale).toBe(0.8);
    // Too wide for that, with little beyond the names: those of one side beside the root, and no half name of the other.
    const halves = { x: -275, y: -200, width: 550, height: 400 };
    const half = firstLook({ bounds: halves, root, core: halves, side: 'right' }, phone, 0.8, 0.7);
    expect(rectToScreen(half, root).x).toBeCloseTo(36, 6);
    // Held so near that both sides are too wide, one side is seen beside the root: what stands half outside at both edges tells nothing.
    const near = firstLook(
      { bounds: { x: -900, y: -800, width: 1800, height: 1600 }, root, core, side: 'right' },
      phone,
      0.8,
    );
    expect(near.scale).toBe(0.8);
    expect(rectToScreen(near, root).x).toBeCloseTo(36, 6);
    expect(rectToScreen(near, { x: 360, y: 0, width: 0, height: 0 }).x).toBeLessThan(420);
    const left = firstLook(
      { bounds: { x: -900, y: -800, width: 1800, height: 1600 }, root, core, side: 'left' },
      phone,
      0.8,
    );
    expect(rectToScreen(left, root).x + 144).toBeCloseTo(354, 6);
  });

  it('[EDIT-3] a flight begins where it was and ends exactly where it should', () => {
    fc.assert(
      fc.property(camera, camera, (from, to) => {
        const start = cameraAt({ from, to, startMs: 100 }, 100);
        expect(start.camera.x).toBeCloseTo(from.x, 6);
        expect(start.camera.scale).toBeCloseTo(from.scale, 6);
        expect(cameraAt({ from, to, startMs: 100 }, 100 + FLIGHT_MS)).toEqual({ camera: to, isThere: true });
      }),
    );
  });

  it('[EDIT-3] a flight that zooms about a point holds it all the way', () => {
    const from = { x: 10, y: -30, scale: 1 };
    const at = { x: 300, y: 200 };
    const to = zoomAt(from, at, 2.5);
    const held = toMap(from, at);
    for (let ms = 0; ms <= FLIGHT_MS; ms += 16) {
      const seen = toScreen(cameraAt({ from, to, startMs: 0 }, ms).camera, held);
      expect(seen.x).toBeCloseTo(at.x, 6);
      expect(seen.y).toBeCloseTo(at.y, 6);
    }
    expect(panBy(from, 20, 10)).toEqual({ x: -10, y: -40, scale: 1 });
  });
});
