import { decodeNumbers } from '../tables/digits.ts';
import { BOLD, RANGES, REGULAR } from '../tables/plain-widths.ts';

const UNITS = 2048;
const TABLES = { regular: decodeNumbers(REGULAR), bold: decodeNumbers(BOLD) };
const PLACES = new Map<number, number>();

let next = 0;
for (let i = 0; i < RANGES.length; i += 2) {
  for (let k = 0; k < (RANGES[i + 1] ?? 0); k++) PLACES.set((RANGES[i] ?? 0) + k, next++);
}

/** The width in ems of a letter outside Inter that is as wide wherever it stands; null for what is in no table. */
export function plainWidth(code: number, isBold: boolean): number | null {
  const place = PLACES.get(code);
  return place === undefined ? null : ((isBold ? TABLES.bold : TABLES.regular)[place] ?? 0) / UNITS;
}
