import { once } from '../once.ts';
import { plainWidth } from './plain-widths.ts';
import { CONSONANTS, HALF_BOLD, HALF_REGULAR, PAIRS } from '../tables/devanagari-widths.ts';
import { decodeNumbers } from '../tables/digits.ts';

// Devanagari consonants that a virama joins: half shapes before a whole one, as wide as both, but for pairs that have a shape of their
// own; a ra at the beginning stands above and takes no room. Widths are those that HarfBuzz finds.

const UNITS = 2048;
const VIRAMA = 0x94d;
const RA = 0x930;
const NUKTA = 0x93c;
const ZWNJ = 0x200c;
const PAIR_LENGTH = 6;
const tables = once(() => ({
  halves: { regular: decodeNumbers(HALF_REGULAR), bold: decodeNumbers(HALF_BOLD) },
  places: new Map(Array.from(CONSONANTS, (letter, i) => [letter.charCodeAt(0), i])),
  odd: oddPairs(),
}));

function oddPairs(): ReadonlyMap<string, readonly [number, number]> {
  const odd = new Map<string, readonly [number, number]>();
  for (let i = 0; i < PAIRS.length; i += PAIR_LENGTH) {
    const [regular = 0, bold = 0] = decodeNumbers(PAIRS.slice(i + 2, i + PAIR_LENGTH));
    odd.set(PAIRS.slice(i, i + 2), [regular / UNITS, bold / UNITS]);
  }
  return odd;
}

export function isDevanagariConsonant(code: number): boolean {
  return tables().places.has(code);
}

/** The consonants from that place on that viramas join: how wide, and where they end. */
export function conjunctWidth(
  text: string,
  at: number,
  isBold: boolean,
): { readonly width: number; readonly end: number } {
  let end = at;
  const letters: number[] = [];
  let isOpen = false;
  for (;;) {
    letters.push(text.charCodeAt(end++));
    if (text.charCodeAt(end) === NUKTA) end++;
    isOpen = text.charCodeAt(end) === VIRAMA;
    if (!isOpen) break;
    end++;
    if (!tables().places.has(text.charCodeAt(end)) || text.charCodeAt(end) === ZWNJ) break;
  }
  if (letters.length > 1 && letters[0] === RA) letters.shift();
  return { width: widthOf(letters, isBold), end };
}

function widthOf(letters: readonly number[], isBold: boolean): number {
  const last = letters.length - 1;
  if (last > 1 && letters[last] === RA) {
    // A ra at the end is a stroke at the letter before it, whatever that is joined with.
    const without = letters.slice(0, -1);
    return widthOf(without, isBold) + pair(without.at(-1) ?? 0, RA, isBold) - whole(without.at(-1) ?? 0, isBold);
  }
  let width = 0;
  for (const letter of letters.slice(0, -2)) width += half(letter, isBold);
  return width + (last > 0 ? pair(letters[last - 1] ?? 0, letters[last] ?? 0, isBold) : whole(letters[0] ?? 0, isBold));
}

function pair(first: number, second: number, isBold: boolean): number {
  return (
    tables().odd.get(String.fromCharCode(first, second))?.[isBold ? 1 : 0] ??
    half(first, isBold) + whole(second, isBold)
  );
}

function whole(code: number, isBold: boolean): number {
  return plainWidth(code, isBold) ?? 0;
}

function half(code: number, isBold: boolean): number {
  const { halves, places } = tables();
  return ((isBold ? halves.bold : halves.regular)[places.get(code) ?? 0] ?? 0) / UNITS;
}
