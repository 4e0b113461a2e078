import { BOLD, BOLD_ITALIC, ITALIC, RANGES, REGULAR } from './inter-widths.ts';
import type { TextMeasurer, TextStyle } from './measure.ts';

// The same widths everywhere: from Inter's own tables, so that browser, server and tests wrap alike. Kerning is not counted
// (it changes a line by less than one in a hundred). What Inter has no glyph for is estimated by its script, see `estimate`.

const UNITS = 2048;
const MONO_EM = 0.602;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const SIZE = 0x10000;
/** Per code unit: 1 + the place in the tables, 0 for none. */
const PLACE = new Uint16Array(SIZE);
const TABLES = {
  regular: decode(REGULAR),
  bold: decode(BOLD),
  italic: decode(ITALIC),
  boldItalic: decode(BOLD_ITALIC),
};
/** Vowel signs, tone marks and accents that stand above or below their letter. */
const COMBINING = /\p{Mn}/u;
const ASCII = new Map<number, Float64Array>();

let next = 1;
for (let i = 0; i < RANGES.length; i += 2) {
  const first = RANGES[i] ?? 0;
  for (let k = 0; k < (RANGES[i + 1] ?? 0); k++) PLACE[first + k] = next++;
}

function decode(text: string): Uint16Array {
  const widths = new Uint16Array(text.length / 2);
  for (let i = 0; i < widths.length; i++)
    widths[i] = (DIGITS.indexOf(text.charAt(i * 2)) << 6) | DIGITS.indexOf(text.charAt(i * 2 + 1));
  return widths;
}

/** Measures as Inter is wide. Text with characters that Inter lacks goes to `fallback`, where one is given, else is estimated. */
export function createInterMeasurer(fallback?: TextMeasurer): TextMeasurer {
  return {
    width(text, style) {
      if (style.family === 'mono') return monoWidth(text) * style.size;
      const ascii = asciiWidths(style.weight, style.italic);
      let sum = 0;
      for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        if (code < 128) sum += ascii[code] ?? 0;
        else return (sum + otherWidth(text, i, style, fallback)) * style.size;
      }
      return sum * style.size;
    },
  };
}

function otherWidth(text: string, from: number, style: TextStyle, fallback: TextMeasurer | undefined): number {
  let sum = 0;
  for (let i = from; i < text.length; i++) {
    const code = text.codePointAt(i) ?? 0;
    const known = emWidth(code, style.weight, style.italic);
    if (known === null && fallback !== undefined) return fallback.width(text.slice(from), style) / style.size;
    sum += known ?? estimate(code);
    if (code > 0xffff) i++;
  }
  return sum;
}

function asciiWidths(weight: number, italic: boolean): Float64Array {
  const key = italic ? -weight : weight;
  let widths = ASCII.get(key);
  if (widths === undefined) {
    widths = new Float64Array(128);
    for (let code = 32; code < 127; code++) widths[code] = emWidth(code, weight, italic) ?? 0;
    if (ASCII.size < 64) ASCII.set(key, widths);
  }
  return widths;
}

function emWidth(code: number, weight: number, italic: boolean): number | null {
  const place = code < SIZE ? (PLACE[code] ?? 0) : 0;
  if (place === 0) return null;
  const light = (italic ? TABLES.italic : TABLES.regular)[place - 1] ?? 0;
  const bold = (italic ? TABLES.boldItalic : TABLES.bold)[place - 1] ?? 0;
  return (light + ((bold - light) * (weight - 400)) / 300) / UNITS;
}

function monoWidth(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i) ?? 0;
    sum += code < 0x500 ? MONO_EM : estimate(code);
    if (code > 0xffff) i++;
  }
  return sum;
}

/** Ems of a character that is not in Inter: wide scripts are square, marks and joiners have no width, the rest is near the mean. */
function estimate(code: number): number {
  if (code < 32) return 0;
  if (isWide(code)) return 1;
  if (isZeroWidth(code) || COMBINING.test(String.fromCodePoint(code))) return 0;
  if (code >= 0x1f000 || (code >= 0x2600 && code <= 0x27bf)) return 1.3;
  if (code >= 0x590 && code <= 0x8ff) return 0.56;
  return 0.62;
}

function isZeroWidth(code: number): boolean {
  return (
    (code >= 0x300 && code <= 0x36f) ||
    (code >= 0x591 && code <= 0x5bd) ||
    (code >= 0x64b && code <= 0x65f) ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
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
