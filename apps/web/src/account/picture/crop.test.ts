import { expect, it } from 'vitest';
import { moved, squareOf, wholeCrop, zoomed, ZOOM_MOST } from './crop.ts';

const WIDE = { width: 400, height: 100 };

it('[WEB-23] a crop begins as the largest square in the middle of the image', () => {
  expect(squareOf(wholeCrop(WIDE), WIDE)).toEqual({ left: 150, top: 0, edge: 100 });
  const tall = { width: 90, height: 300 };
  expect(squareOf(wholeCrop(tall), tall)).toEqual({ left: 0, top: 105, edge: 90 });
});

it('[WEB-23] it moves by parts of its own edge and stops at the edges of the image', () => {
  const right = moved(wholeCrop(WIDE), WIDE, 0.5, 0.5);
  expect(squareOf(right, WIDE)).toEqual({ left: 200, top: 0, edge: 100 });
  expect(squareOf(moved(right, WIDE, 9, -9), WIDE)).toEqual({ left: 300, top: 0, edge: 100 });
  expect(squareOf(moved(right, WIDE, -9, 0), WIDE).left).toBe(0);
});

it('[WEB-23] it zooms around its middle, no further than a picture can bear, and never out of the image', () => {
  const near = zoomed(wholeCrop(WIDE), WIDE, 2);
  expect(squareOf(near, WIDE)).toEqual({ left: 175, top: 25, edge: 50 });
  expect(zoomed(near, WIDE, 99).zoom).toBe(ZOOM_MOST);
  expect(zoomed(near, WIDE, 0.1).zoom).toBe(1);
  const corner = moved(near, WIDE, 9, 9);
  expect(squareOf(corner, WIDE)).toEqual({ left: 350, top: 50, edge: 50 });
  expect(squareOf(zoomed(corner, WIDE, 1), WIDE)).toEqual({ left: 300, top: 0, edge: 100 });
});
