import { alternation, CHANGING } from './alternates.ts';
import { arabicWidth, isArabicLetter } from './arabic.ts';
import { conjunctWidth, isDevanagariConsonant } from './devanagari.ts';
import { emojiLength } from '../emoji.ts';
import { interWidth } from './inter-letters.ts';
import { kerning } from './kerning.ts';
import type { TextMeasurer, TextStyle } from '../measure.ts';
import { plainWidth } from './plain-widths.ts';

// The same widths everywhere, from tables that were made of the shipped faces: so browser, server and tests wrap alike, no face has to
// be there before a map is laid out, and ten thousand items are measured without asking anybody. A test holds the tables to what
// HarfBuzz makes of the faces, another to what a browser does.

const MONO_EM = 0.6;
/** What Source Code Pro has. */
const MONO = /[\u0020-\u007e\u00a0-\u017f\u0386-\u03ce\u0400-\u045f\u2013-\u2026]/g;
/** Vowel signs, tone marks and accents that stand above or below their letter. */
const COMBINING = /\p{Mn}/u;
/** What the faces of other scripts have: two weights. */
const BOLD_FROM = 550;
const ASCII = 128;
const TAB = 9;
const HANGUL = 0.92;
const LATIN_A = 0x61;
const LATIN_O = 0x6f;
const DZHE = 0x45f;
const VE = 0x432;
const EMOJI = 1;
const PAIRS = new Map<number, Float64Array>();

/** Measures as the shipped faces are wide. */
export function createInterMeasurer(): TextMeasurer {
  return {
    width(text, style) {
      if (style.family === 'mono') return monoWidth(text, style) * style.size;
      const pairs = asciiPairs(style.weight, style.italic);
      let sum = 0;
      let before = 0;
      let changing = 0;
      for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        if (code >= ASCII) return mixedWidth(text, style) * style.size;
        changing |= CHANGING[code] ?? 0;
        let width = pairs[before * ASCII + code] ?? 0;
        if (Number.isNaN(width)) {
          width = pairWidth(before, code, style);
          pairs[before * ASCII + code] = width;
        }
        sum += width;
        before = code;
      }
      return (changing === 0 ? sum : sum + alternation(text, style.weight)) * style.size;
    },
  };
}

function mixedWidth(text: string, { weight, italic }: TextStyle): number {
  const isBold = weight >= BOLD_FROM;
  let sum = 0;
  let before = 0;
  let changing = 0;
  for (let i = 0; i < text.length; i++) {
    const code = spaceFor(text.codePointAt(i) ?? 0);
    const emoji = emojiLength(text, i);
    const inter = emoji > 0 ? null : interWidth(code, weight, italic);
    changing |= CHANGING[code] ?? 0;
    if (emoji > 0) {
      sum += EMOJI;
      i += emoji - 1;
    } else if (inter !== null) sum += inter + kerning(before, kernedAs(code, italic), weight);
    else if (isArabicLetter(code)) sum += arabicWidth(text, i, isBold);
    else if (isDevanagariConsonant(code)) {
      const { width, end } = conjunctWidth(text, i, isBold);
      sum += width;
      i = end - 1;
    } else {
      const width = plainWidth(code, isBold) ?? estimate(code);
      sum += width + kerning(before, code, isBold ? 700 : 400);
      if (code > 0xffff) i++;
      // What stands above or below a letter does not part it from the next.
      if (width === 0) continue;
    }
    before = code;
  }
  return changing === 0 ? sum : sum + alternation(text, weight);
}

/** What a character adds behind another, by `before * 128 + code`; not a number until somebody asks for the pair. */
function asciiPairs(weight: number, italic: boolean): Float64Array {
  const key = italic ? -weight : weight;
  let widths = PAIRS.get(key);
  if (widths === undefined) {
    widths = new Float64Array(ASCII * ASCII).fill(Number.NaN);
    if (PAIRS.size < 16) PAIRS.set(key, widths);
  }
  return widths;
}

/** Its width and their kerning, in ems; a tab is a space, as browsers draw it. */
function pairWidth(before: number, code: number, style: TextStyle): number {
  const { weight, italic } = style;
  if (code === TAB || before === TAB) return pairWidth(spaceFor(before), spaceFor(code), style);
  if (code < 32 || code >= 127) return 0;
  return (interWidth(code, weight, italic) ?? 0) + (before < 32 ? 0 : kerning(before, kernedAs(code, italic), weight));
}

/** Slanted, two letters have another shape, and stand as near to the letter before as those which they look like. */
function kernedAs(code: number, italic: boolean): number {
  if (!italic) return code;
  return code === LATIN_A ? LATIN_O : code === DZHE ? VE : code;
}

function spaceFor(code: number): number {
  return code === TAB ? 32 : code;
}

/** Code is set in Source Code Pro, whose letters are all alike wide, and not kerned. */
function monoWidth(text: string, style: TextStyle): number {
  const others = text.replace(MONO, '');
  const rest = others === '' ? 0 : mixedWidth(others, style);
  return rest + (text.length - others.length) * MONO_EM;
}

/** Ems of what no shipped face is known to have, and of the many that are all alike. */
function estimate(code: number): number {
  if (code < 32) return 0;
  if (code >= 0xac00 && code <= 0xd7a3) return HANGUL;
  if (isWide(code)) return 1;
  if (isZeroWidth(code) || COMBINING.test(String.fromCodePoint(code))) return 0;
  if (code >= 0x1f000) return EMOJI;
  if (code >= 0x590 && code <= 0x8ff) return 0.56;
  return 0.62;
}

function isZeroWidth(code: number): boolean {
  return (
    (code >= 0x300 && code <= 0x36f) ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0x20e3 ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    (code >= 0x1f3fb && code <= 0x1f3ff) ||
    (code >= 0xe0000 && code <= 0xe01ef)
  );
}

/** Whether a character is written in a square: Chinese, Japanese, Korean, and full-width forms. */
export function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x20000 && code <= 0x3ffff)
  );
}
