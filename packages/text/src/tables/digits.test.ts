import { expect, it } from 'vitest';
import { BOLD_ITALIC_MORE, BOLD_MORE, ITALIC_MORE } from '../widths/inter-widths.ts';
import { KERNING_BOLDER, KERNING_REGULAR } from './arabic-widths.ts';
import { addPacked, decodeNumbers, decodePacked } from './digits.ts';
import { KERNING } from './kerning.ts';

it('[TXT-1] the widths of one face are added to those of the face that it is likest', () => {
  const light = decodeNumbers('AAABACBA');
  expect([...light]).toEqual([0, 1, 2, 64]);
  // Two of no difference, then 3 more and 5 less.
  const bold = addPacked(light, '.CgDf7');
  expect([...bold]).toEqual([0, 1, 5, 59]);
  expect([...light]).toEqual([0, 1, 2, 64]);
  expect([...decodePacked('gB.Bf-', 3)]).toEqual([1, 0, -2]);
});

it('[TXT-1] nothing in the tables that every map fetches is a number for nothing', () => {
  const kerning = KERNING.flatMap(({ regular, bolder }) => [regular, bolder]);
  const packed = [BOLD_MORE, ITALIC_MORE, BOLD_ITALIC_MORE, KERNING_REGULAR, KERNING_BOLDER, ...kerning];
  const isNothing = (text: string): boolean => (text.match(/../g) ?? []).some((two) => two === 'gA');
  expect(packed.filter(isNothing)).toEqual([]);
  expect(packed.every((text) => text.length > 0)).toBe(true);
});
