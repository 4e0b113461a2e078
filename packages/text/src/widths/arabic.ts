import {
  ALEFS,
  BOLD,
  COLUMNS,
  ENDS,
  ENDS_BEFORE,
  KERNING_BOLD,
  KERNING_REGULAR,
  LAM_ALEF_BOLD,
  LAM_ALEF_REGULAR,
  LETTERS,
  REGULAR,
  STARTS_AFTER,
} from '../tables/arabic-widths.ts';
import { decodeNumbers, decodePacked } from '../tables/digits.ts';

// Arabic letters have up to four shapes, by whether they join the letter before and the letter after (Unicode, ArabicShaping.txt), and a
// lam with an alef behind it is one shape. Widths are those that HarfBuzz finds for each shape.

const UNITS = 2048;
const LAM = 0x644;
const ZWJ = 0x200d;
/** Letters that join what stands before them only. */
const RIGHT_JOINING = 'آأؤإاةدذرزوٱٲٳٵٶٷڈډڊڋڌڍڎڏڐڑڒړڔڕږڗژڙۀۃۄۅۆۇۈۉۊۋۍۏےۓەۮۯݙݚݛݫݬݱݳݴݸݹ';
const NOT_JOINING = 'ءٴ';
const TRANSPARENT = /\p{Mn}/u;
const FORMS = { regular: decodeNumbers(REGULAR), bold: decodeNumbers(BOLD) };
const LIGATURES = { regular: decodeNumbers(LAM_ALEF_REGULAR), bold: decodeNumbers(LAM_ALEF_BOLD) };
const PLACES = new Map(Array.from(LETTERS, (letter, i) => [letter.charCodeAt(0), i]));
const ALEF_PLACES = new Map(Array.from(ALEFS, (alef, i) => [alef.charCodeAt(0), i]));
const END_PLACES = new Map(Array.from(ENDS, (letter, i) => [letter.charCodeAt(0), i]));
const BEFORE = decodeNumbers(ENDS_BEFORE);
const AFTER = decodeNumbers(STARTS_AFTER);
const ROWS = 1 + BEFORE.reduce((most, one) => Math.max(most, one), 0);
const KERNING = {
  regular: decodePacked(KERNING_REGULAR, ROWS * COLUMNS),
  bold: decodePacked(KERNING_BOLD, ROWS * COLUMNS),
};
const RIGHT = codes(RIGHT_JOINING);
const NONE = codes(NOT_JOINING);

function codes(letters: string): ReadonlySet<number> {
  return new Set(Array.from(letters, (letter) => letter.charCodeAt(0)));
}

/** Whether its width depends on its neighbours here. */
export function isArabicLetter(code: number): boolean {
  return PLACES.has(code);
}

/** The width in ems of the letter at that place, by the shape that it has there; a lam's is that of the whole ligature, its alef's none. */
export function arabicWidth(text: string, at: number, isBold: boolean): number {
  const code = text.charCodeAt(at);
  const before = neighbour(text, at, -1);
  const after = neighbour(text, at, 1);
  const joinsBefore = joinsForward(before) && !NONE.has(code);
  const alef = ALEF_PLACES.get(after);
  if (code === LAM && alef !== undefined) {
    const ligature = (isBold ? LIGATURES.bold : LIGATURES.regular)[alef * 2 + (joinsBefore ? 1 : 0)] ?? 0;
    return ligature / UNITS + (joinsBefore ? 0 : kerning(text, at, before, 0, isBold));
  }
  if (before === LAM && ALEF_PLACES.has(code)) return 0;
  const joinsAfter = joinsForward(code) && joinsBackward(after);
  const form = joinsBefore ? (joinsAfter ? 2 : 3) : joinsAfter ? 1 : 0;
  const place = PLACES.get(code) ?? 0;
  const width = ((isBold ? FORMS.bold : FORMS.regular)[place * 4 + form] ?? 0) / UNITS;
  return joinsBefore ? width : width + kerning(text, at, before, form, isBold);
}

/** With the letter before, which does not join: in the last of its shapes or alone. */
function kerning(text: string, at: number, before: number, form: number, isBold: boolean): number {
  const end = END_PLACES.get(before);
  const place = PLACES.get(text.charCodeAt(at));
  if (end === undefined || place === undefined) return 0;
  let from = at - 1;
  while (text.charCodeAt(from) !== before) from--;
  const wasJoined = !NONE.has(before) && joinsForward(neighbour(text, from, -1));
  const row = BEFORE[end * 2 + (wasJoined ? 1 : 0)] ?? 0;
  const column = AFTER[place * 2 + (form === 1 ? 1 : 0)] ?? 0;
  return ((isBold ? KERNING.bold : KERNING.regular)[row * COLUMNS + column] ?? 0) / UNITS;
}

/** The next letter that is no mark, in that direction; 0 at the end. */
function neighbour(text: string, at: number, step: 1 | -1): number {
  for (let i = at + step; i >= 0 && i < text.length; i += step) {
    if (!TRANSPARENT.test(text.charAt(i))) return text.charCodeAt(i);
  }
  return 0;
}

function joinsForward(code: number): boolean {
  return code === ZWJ || (PLACES.has(code) && !RIGHT.has(code) && !NONE.has(code));
}

function joinsBackward(code: number): boolean {
  return code === ZWJ || (PLACES.has(code) && !NONE.has(code));
}
