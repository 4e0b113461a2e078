import { expect, it } from 'vitest';
import { insetsOf } from './insets.ts';

const area = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
const wide = area(0, 0, 1280, 800);
const narrow = area(0, 0, 390, 844);

it('keeps clear of what stands at the top and at the bottom, and of the gap beside it', () => {
  const chrome = [area(0, 0, 1280, 52), area(1100, 752, 1268, 788)];
  expect(insetsOf(wide, chrome)).toEqual({ top: 60, right: 12, bottom: 56, left: 12 });
});

it('takes a sheet for a side where it is high, and for the bottom where it is as wide as the map', () => {
  expect(insetsOf(wide, [area(940, 0, 1280, 800)]).right).toBe(348);
  expect(insetsOf(narrow, [area(0, 321, 390, 844)])).toEqual({ top: 12, right: 12, bottom: 531, left: 12 });
});

it('keeps clear of a minimap: beside one that is high, above one that is wide', () => {
  expect(insetsOf(wide, [area(1196, 540, 1268, 748)])).toEqual({ top: 12, right: 92, bottom: 12, left: 12 });
  expect(insetsOf(wide, [area(1060, 620, 1268, 748)])).toEqual({ top: 12, right: 12, bottom: 188, left: 12 });
});

it('knows the bar above an on-screen keyboard, and nothing of what is not shown', () => {
  const above = area(0, 0, 390, 480);
  expect(insetsOf(above, [area(0, 423, 390, 480), area(0, 0, 0, 0)])).toEqual({
    top: 12,
    right: 12,
    bottom: 65,
    left: 12,
  });
});

it('counts from the edges of the map, wherever the page has it', () => {
  expect(insetsOf(area(0, 120, 390, 600), [area(0, 120, 390, 172)]).top).toBe(60);
});
