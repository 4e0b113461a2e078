import {
  ALEFS,
  BOLD,
  ENDS,
  ENDS_BEFORE,
  KERNING_BOLDER,
  KERNING_REGULAR,
  LAM_ALEF_BOLD,
  LAM_ALEF_REGULAR,
  LETTERS,
  REGULAR,
  ROWS,
  STARTS_AFTER,
} from '../tables/arabic-widths.ts';
import { once } from '../once.ts';
import { addPacked, decodeNumbers, decodePacked } from '../tables/digits.ts';

// Arabic letters have up to four shapes, by whether they join the letter before and the letter after (Unicode, ArabicShaping.txt), and a
// lam with an alef behind it is one shape. Widths are those that HarfBuzz finds for each shape.

const UNITS = 2048;
const LAM = 0x644;
const ZWJ = 0x200d;
/** Letters that join what stands before them only. */
const RIGHT_JOINING = 'آأؤإاةدذرزوٱٲٳٵٶٷڈډڊڋڌڍڎڏڐڑڒړڔڕږڗژڙۀۃۄۅۆۇۈۉۊۋۍۏےۓەۮۯݙݚݛݫݬݱݳݴݸݹ';
const NOT_JOINING = 'ءٴ';
const TRANSPARENT = /\p{Mn}/u;
const tables = once(() => {
  const after = decodeNumbers(STARTS_AFTER);
  const regular = decodePacked(KERNING_REGULAR, ROWS * (1 + after.reduce((most, one) => Math.max(most, one), 0)));
  return {
    forms: { regular: decodeNumbers(REGULAR), bold: decodeNumbers(BOLD) },
    ligatures: { regular: decodeNumbers(LAM_ALEF_REGULAR), bold: decodeNumbers(LAM_ALEF_BOLD) },
    places: placesOf(LETTERS),
    alefs: placesOf(ALEFS),
    ends: placesOf(ENDS),
    before: decodeNumbers(ENDS_BEFORE),
    after,
    kerning: { regular, bold: addPacked(regular, KERNING_BOLDER) },
    right: placesOf(RIGHT_JOINING),
    none: placesOf(NOT_JOINING),
  };
});

function placesOf(letters: string): ReadonlyMap<number, number> {
  return new Map(Array.from(letters, (letter, i) => [letter.charCodeAt(0), i]));
}

/** Whether its width depends on its neighbours here. */
export function isArabicLetter(code: number): boolean {
  return tables().places.has(code);
}

/** The width in ems of the letter at that place, by the shape that it has there; a lam's is that of the whole ligature, its alef's none. */
export function arabicWidth(text: string, at: number, isBold: boolean): number {
  const { forms, ligatures, places, alefs, none } = tables();
  const code = text.charCodeAt(at);
  const before = neighbour(text, at, -1);
  const after = neighbour(text, at, 1);
  const joinsBefore = joinsForward(before) && !none.has(code);
  const alef = alefs.get(after);
  if (code === LAM && alef !== undefined) {
    const ligature = (isBold ? ligatures.bold : ligatures.regular)[alef * 2 + (joinsBefore ? 1 : 0)] ?? 0;
    return ligature / UNITS + (joinsBefore ? 0 : kerning(text, at, before, 0, isBold));
  }
  if (before === LAM && alefs.has(code)) return 0;
  const joinsAfter = joinsForward(code) && joinsBackward(after);
  const form = joinsBefore ? (joinsAfter ? 2 : 3) : joinsAfter ? 1 : 0;
  const place = places.get(code) ?? 0;
  const width = ((isBold ? forms.bold : forms.regular)[place * 4 + form] ?? 0) / UNITS;
  return joinsBefore ? width : width + kerning(text, at, before, form, isBold);
}

/** With the letter before, which does not join: in the last of its shapes or alone. */
function kerning(text: string, at: number, before: number, form: number, isBold: boolean): number {
  const { ends, places, none, before: befores, after, kerning: pairs } = tables();
  const end = ends.get(before);
  const place = places.get(text.charCodeAt(at));
  if (end === undefined || place === undefined) return 0;
  let from = at - 1;
  while (text.charCodeAt(from) !== before) from--;
  const wasJoined = !none.has(before) && joinsForward(neighbour(text, from, -1));
  const row = befores[end * 2 + (wasJoined ? 1 : 0)] ?? 0;
  const column = after[place * 2 + (form === 1 ? 1 : 0)] ?? 0;
  return ((isBold ? pairs.bold : pairs.regular)[column * ROWS + row] ?? 0) / UNITS;
}

/** The next letter that is no mark, in that direction; 0 at the end. */
function neighbour(text: string, at: number, step: 1 | -1): number {
  for (let i = at + step; i >= 0 && i < text.length; i += step) {
    if (!TRANSPARENT.test(text.charAt(i))) return text.charCodeAt(i);
  }
  return 0;
}

function joinsForward(code: number): boolean {
  const { places, right, none } = tables();
  return code === ZWJ || (places.has(code) && !right.has(code) && !none.has(code));
}

function joinsBackward(code: number): boolean {
  const { places, none } = tables();
  return code === ZWJ || (places.has(code) && !none.has(code));
}
