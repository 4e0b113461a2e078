import { once } from '../once.ts';
import { decodeNumbers } from '../tables/digits.ts';
import { BOLD, RANGES, REGULAR } from '../tables/plain-widths.ts';

const UNITS = 2048;
const tables = once(() => ({ regular: decodeNumbers(REGULAR), bold: decodeNumbers(BOLD), places: placesOf(RANGES) }));

function placesOf(ranges: readonly number[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (let i = 0; i < ranges.length; i += 2) {
    for (let k = 0; k < (ranges[i + 1] ?? 0); k++) places.set((ranges[i] ?? 0) + k, places.size);
  }
  return places;
}

/** The width in ems of a letter outside Inter that is as wide wherever it stands; null for what is in no table. */
export function plainWidth(code: number, isBold: boolean): number | null {
  const { regular, bold, places } = tables();
  const place = places.get(code);
  return place === undefined ? null : ((isBold ? bold : regular)[place] ?? 0) / UNITS;
}
