import { expect, it } from 'vitest';
import { type Box, placeBar } from './item-bar-place.ts';

const area = { x: 12, y: 56, width: 1256, height: 732 };
const size = { width: 200, height: 36 };
const item = { x: 600, y: 400, width: 100, height: 30 };
const touches = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

it('stands above when nothing is there', () => {
  expect(placeBar(item, size, area, () => 0)).toEqual({ left: 550, top: 352 });
});

it('goes where it covers the fewest words', () => {
  const above = { x: 400, y: 260, width: 500, height: 130 };
  const below = { x: 400, y: 440, width: 500, height: 160 };
  const covers = (box: Box): number => [above, below].filter((words) => touches(words, box)).length;
  expect(placeBar(item, size, area, covers)).toEqual({ left: 370, top: 397 });
});

it('stays inside the free area, off its own item and off its + handle', () => {
  for (const corner of [
    { x: 0, y: 60 },
    { x: 1200, y: 60 },
    { x: 0, y: 770 },
    { x: 1200, y: 770 },
  ]) {
    const place = placeBar({ ...item, ...corner }, size, area, () => 0);
    expect(place.left).toBeGreaterThanOrEqual(area.x);
    expect(place.left + size.width).toBeLessThanOrEqual(area.x + area.width);
    expect(place.top).toBeGreaterThanOrEqual(56);
    const withHandles = { ...item, ...corner, x: corner.x - 25, width: item.width + 50 };
    expect(touches({ x: place.left, y: place.top, ...size }, withHandles)).toBe(false);
  }
});

it('goes to the other side where it would lie over the + handle', () => {
  const beside = { ...item, x: 230 };
  const isAboveOrBelow = (box: Box): boolean => box.y + box.height <= item.y || box.y >= item.y + item.height;
  const place = placeBar(beside, size, area, (box) => (isAboveOrBelow(box) ? 1 : 0));
  expect(place.left).toBeGreaterThanOrEqual(beside.x + beside.width + 25);
});
