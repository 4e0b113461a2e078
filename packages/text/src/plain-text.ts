import type { TextMeasurer, TextStyle } from './measure.ts';

// Most items say a few words in letters that stand side by side, without marks. Those are set here, without runs and
// without a look at every character's properties; the answers are those of runs.ts and line-break.ts, number by number.

const SPACE = 32;
const HYPHEN = 45;
const SLASH = 47;
const COLON = 58;
/** 1: such a character neither styles, breaks nor turns anything, but for space, hyphen and slash. */
const PLAIN = new Uint8Array(0x530);
for (const [first, last] of [
  [0x20, 0x22],
  [0x25, 0x29],
  [0x2b, 0x3b],
  [0x3d, 0x5a],
  [0x5d, 0x5e],
  [0x61, 0x7d],
  [0xa1, 0x24f],
  [0x386, 0x3ff],
  [0x400, 0x482],
  [0x48a, 0x52f],
] as const)
  PLAIN.fill(1, first, last + 1);
const NOT_FIRST = new Set(Array.from('!?,.:;)]}»', (c) => c.charCodeAt(0)));

/** Whether the whole text is one line of plain words: no marks, no addresses, left to right. */
export function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (PLAIN[code] !== 1) return false;
    if (code === COLON && text.charCodeAt(i + 1) === SLASH && text.charCodeAt(i + 2) === SLASH) return false;
  }
  return true;
}

/** A line of a plain text. */
export interface PlainLine {
  readonly text: string;
  readonly width: number;
}

/** Whether the plain text, so wide as a whole, stays on one line where line-break.ts adds up what it might break at. */
export function isOneLine(
  text: string,
  width: number,
  style: TextStyle,
  maxWidth: number,
  measurer: TextMeasurer,
): boolean {
  if (width > maxWidth) return false;
  // Letters are not kerned over a hyphen or a slash there; so the sum may be wider than the whole.
  const mayBreakInWord = text.includes('-') || text.includes('/');
  return !mayBreakInWord || wrapPlain(text, style, maxWidth, measurer)?.length === 1;
}

/** The plain text in lines no wider than `maxWidth`, broken where line-break.ts breaks; null when a word alone is wider. */
export function wrapPlain(
  text: string,
  style: TextStyle,
  maxWidth: number,
  measurer: TextMeasurer,
): readonly PlainLine[] | null {
  const lines: PlainLine[] = [];
  let line = new Line();
  let wordStart = 0;
  while (wordStart < text.length) {
    if (text.charCodeAt(wordStart) === SPACE) {
      if (line.isBegun || lines.length === 0) line.add(' ', measurer.width(' ', style), true);
      wordStart++;
      continue;
    }
    const wordEnd = endOfWord(text, wordStart);
    const width = widthOf(text, wordStart, wordEnd, style, measurer);
    if (width > maxWidth) return null;
    if (line.width > 0 && line.width + width > maxWidth) {
      lines.push(line.taken());
      line = new Line();
    }
    line.add(text.slice(wordStart, wordEnd), width, false);
    wordStart = wordEnd;
  }
  lines.push(line.taken());
  return lines;
}

class Line {
  width = 0;
  isBegun = false;
  #text = '';
  /** Without the spaces at its end. */
  #inner = { text: '', width: 0 };

  add(text: string, width: number, isSpace: boolean): void {
    this.isBegun = true;
    this.#text += text;
    this.width += width;
    if (!isSpace) this.#inner = { text: this.#text, width: this.width };
  }

  taken(): PlainLine {
    return this.#inner;
  }
}

/** Behind what must stay together: up to a space, or behind a hyphen or slash that a line may end with. */
function endOfWord(text: string, start: number): number {
  let atom = start;
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === SPACE) return i;
    if ((code !== HYPHEN && code !== SLASH) || i === atom) continue;
    const next = text.charCodeAt(i + 1);
    if (!NOT_FIRST.has(next)) return i + 1;
    atom = i + 1;
  }
  return text.length;
}

/** Atom by atom, as line-break.ts adds them up. */
function widthOf(text: string, start: number, end: number, style: TextStyle, measurer: TextMeasurer): number {
  let width = 0;
  let atom = start;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if ((code !== HYPHEN && code !== SLASH) || i === atom) continue;
    width += measurer.width(text.slice(atom, i + 1), style);
    atom = i + 1;
  }
  return atom < end ? width + measurer.width(text.slice(atom, end), style) : width;
}
