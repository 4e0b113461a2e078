import { BOLD_ITALIC_MORE, BOLD_MORE, ITALIC_MORE, RANGES, REGULAR } from './inter-widths.ts';
import { once } from '../once.ts';
import { addPacked, decodeNumbers } from '../tables/digits.ts';

const UNITS = 2048;
const SIZE = 0x10000;
/** Per code unit: 1 + the place in the tables, 0 for none. */
const PLACE = new Uint16Array(SIZE);
const upright = once(() => {
  const light = decodeNumbers(REGULAR);
  return { light, bold: addPacked(light, BOLD_MORE) };
});
const slanted = once(() => {
  const { light, bold } = upright();
  return { light: addPacked(light, ITALIC_MORE), bold: addPacked(addPacked(bold, ITALIC_MORE), BOLD_ITALIC_MORE) };
});

let next = 1;
for (let i = 0; i < RANGES.length; i += 2) {
  const first = RANGES[i] ?? 0;
  for (let k = 0; k < (RANGES[i + 1] ?? 0); k++) PLACE[first + k] = next++;
}

/** Whether Inter has a glyph for it. */
export function isInter(code: number): boolean {
  return code < SIZE && PLACE[code] !== 0;
}

/** The width of one letter of Inter, in ems; null for what it lacks. */
export function interWidth(code: number, weight: number, italic: boolean): number | null {
  const place = code < SIZE ? (PLACE[code] ?? 0) : 0;
  if (place === 0) return null;
  const table = italic ? slanted() : upright();
  const light = table.light[place - 1] ?? 0;
  const bold = table.bold[place - 1] ?? 0;
  return (light + ((bold - light) * (weight - 400)) / 300) / UNITS;
}
