import type { Camera, Rect } from '@bough/editor/film';
import { expect, it } from 'vitest';
import { FilmCamera } from './film-camera.ts';

const VIEW = { width: 1280, height: 720, insets: { top: 8, right: 8, bottom: 56, left: 8 } };
const FRAME_MS = 1_000 / 30;

function around(x: number, y: number, width: number, height: number): Rect {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** Where the camera is in each of so many pictures. */
function shots(
  camera: FilmCamera,
  count: number,
  of: (picture: number) => readonly [Rect, Rect | null],
): readonly Camera[] {
  return Array.from({ length: count }, (_, picture) => {
    camera.follow(...of(picture), picture === 0 ? 0 : FRAME_MS);
    return camera.camera;
  });
}

function isSeen(rect: Rect, { x, y, scale }: Camera): boolean {
  const [left, top] = [(rect.x - x) * scale, (rect.y - y) * scale];
  return left >= 8 && top >= 8 && left + rect.width * scale <= 1272 && top + rect.height * scale <= 664;
}

/** How far what was in the middle of each picture has gone in the next one, across and down. */
function stepsOf(cameras: readonly Camera[]): readonly { readonly x: number; readonly y: number }[] {
  const [across, down] = [VIEW.width / 2, VIEW.height / 2];
  return cameras.slice(1).map((after, n) => {
    const before = cameras[n] ?? after;
    const [x, y] = [before.x + across / before.scale, before.y + down / before.scale];
    return { x: (x - after.x) * after.scale - across, y: (y - after.y) * after.scale - down };
  });
}

it('[WEB-36] all of a map that grows is in sight a moment later, and the camera rests while it has room', () => {
  const camera = new FilmCamera(VIEW);
  const whole = (picture: number): Rect =>
    around(0, 0, 200 + Math.min(picture, 300) * 5, 100 + Math.min(picture, 300) * 2);
  let resting = 0;
  const cameras = shots(camera, 360, (picture) => {
    if (picture < 300 && camera.isAtRest) resting++;
    return [whole(picture), null];
  });
  expect(isSeen(whole(359), cameras[359] ?? camera.camera)).toBe(true);
  expect(camera.isAtRest).toBe(true);
  // Half of the time, though the map grows in every picture.
  expect(resting).toBeGreaterThan(150);
});

it('[WEB-36] nothing jumps: whatever becomes of the map, the picture moves little by little, and speeds up and slows down so', () => {
  const camera = new FilmCamera(VIEW);
  const work = [around(0, 0, 100, 40), around(5_000, 3_000, 200, 80), around(-4_000, 1_000, 60, 20)] as const;
  const cameras = shots(camera, 400, (picture) => [
    picture < 50 ? around(0, 0, 200, 100) : around(0, 0, 12_000, 8_000),
    work[Math.floor(picture / 70) % 3] ?? null,
  ]);
  for (const [n, after] of cameras.entries()) {
    const before = cameras[n - 1] ?? after;
    expect(Math.abs(Math.log(after.scale / before.scale))).toBeLessThan(0.12);
  }
  // The way between two pieces of work is 4,700 pixels long: from above it is a short one.
  const steps = stepsOf(cameras);
  const fastest = Math.max(...steps.map(({ x, y }) => Math.hypot(x, y)));
  expect(fastest).toBeGreaterThan(10);
  expect(fastest).toBeLessThan(140);
  for (const [n, { x, y }] of steps.entries()) {
    const before = steps[n - 1] ?? { x: 0, y: 0 };
    expect(Math.hypot(x - before.x, y - before.y)).toBeLessThan(60);
  }
});

it('[WEB-36] of a map that is too large to be read as a whole, the work is followed; at the end all of it is seen', () => {
  const camera = new FilmCamera(VIEW);
  const whole = around(0, 0, 20_000, 14_000);
  const work = around(3_000, -2_000, 300, 120);
  const near = shots(camera, 90, () => [whole, work]).at(-1) ?? camera.camera;
  expect(isSeen(work, near)).toBe(true);
  expect(near.scale).toBeGreaterThan(0.5);
  const far = shots(camera, 90, () => [whole, null]).at(-1) ?? camera.camera;
  expect(isSeen(whole, far)).toBe(true);
});
