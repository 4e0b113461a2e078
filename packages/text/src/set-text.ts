import { isRtlText } from './direction.ts';
import { breakLine } from './line-break.ts';
import { orderLine } from './order-line.ts';
import type { TextMeasurer, TextStyle } from './measure.ts';
import { isOneLine, isPlain, type PlainLine, wrapPlain } from './plain-text.ts';
import { parseLines, type Run, writtenLines } from './runs.ts';

// Sets the words of one item: Markdown source in, placed pieces out. Coordinates begin at the block's top left corner.

export interface TextSettings {
  readonly size: number;
  readonly weight: number;
  /** Lines are broken at this width; a single grapheme may stick out. */
  readonly maxWidth: number;
  /** Times the size. */
  readonly lineHeight: number;
  /** Marks are letters too, as in a box in which one types. */
  readonly isSource?: boolean;
}

/** A piece of one style and one direction on one line. `x` is its left end, whatever the direction. */
export interface Piece {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly style: TextStyle;
  readonly strike: boolean;
  readonly code: boolean;
  readonly href: string | null;
  readonly isRtl: boolean;
  /** One emoji, to be drawn in colour. */
  readonly isEmoji: boolean;
  /** Its text is TeX, to be drawn as the shape that the measurer knew: in the line, or as large as one that stands alone. */
  readonly formula?: 'line' | 'block';
}
export interface TextLine {
  /** As they are read. */
  readonly pieces: readonly Piece[];
  /** What it says, in the order in which it is read. */
  readonly text: string;
  readonly top: number;
  readonly baseline: number;
  readonly width: number;
  readonly height: number;
  readonly isRtl: boolean;
}
export interface TextBlock {
  readonly lines: readonly TextLine[];
  /** Of the widest line. */
  readonly width: number;
  readonly height: number;
  readonly isRtl: boolean;
}

const HEADING_SIZES = [1, 1.5, 1.3, 1.15] as const;
const PLAIN = { x: 0, strike: false, code: false, href: null, isRtl: false, isEmoji: false } as const;
// Where the baseline falls in a line: Inter's ascent and descent around the middle.
const ASCENT = 0.96875;
const DESCENT = 0.2412;
/** Above and below a formula that is higher than its line, in times of the size. */
const FORMULA_AIR = 0.1;

/** How much room words take. */
export interface TextRoom {
  width: number;
  height: number;
}

/** The width and height that `setText` would answer, at less cost; `into` is filled and answered, for who measures thousands. */
export function measureText(
  source: string,
  settings: TextSettings,
  measurer: TextMeasurer,
  into: TextRoom = { width: 0, height: 0 },
): TextRoom {
  if (isPlain(source)) {
    const style = baseStyle(settings);
    into.width = measurer.width(source, style);
    into.height = settings.size * settings.lineHeight;
    if (isOneLine(source, into.width, style, settings.maxWidth, measurer)) return into;
    const lines = wrapPlain(source, style, settings.maxWidth, measurer);
    if (lines !== null) {
      into.width = 0;
      for (const { text } of lines) into.width = Math.max(into.width, measurer.width(text, style));
      into.height = sumOf(lines.length, into.height);
      return into;
    }
  }
  const { width, height } = setText(source, settings, measurer);
  into.width = width;
  into.height = height;
  return into;
}

/** Line by line, as `setText` adds them up: a product would be another fraction. */
function sumOf(lines: number, height: number): number {
  let sum = 0;
  for (let i = 0; i < lines; i++) sum += height;
  return sum;
}

/** The words as lines of pieces. Pure: the same source, settings and measurer always give the same block. */
export function setText(source: string, settings: TextSettings, measurer: TextMeasurer): TextBlock {
  if (isPlain(source)) {
    const style = baseStyle(settings);
    const width = measurer.width(source, style);
    const lines = isOneLine(source, width, style, settings.maxWidth, measurer)
      ? [{ text: source, width }]
      : (wrapPlain(source, style, settings.maxWidth, measurer)?.map(({ text }) => ({
          text,
          // Whole: letters are kerned over the places where it might have been broken.
          width: measurer.width(text, style),
        })) ?? null);
    if (lines !== null) return plainBlock(lines, style, settings);
  }
  const lines: TextLine[] = [];
  let top = 0;
  let width = 0;
  for (const { heading, runs: written } of settings.isSource === true ? writtenLines(source) : parseLines(source)) {
    const sourceLine = { heading, runs: written.map((run) => knownOrWritten(run, measurer)) };
    const size = settings.size * HEADING_SIZES[sourceLine.heading];
    const weight = sourceLine.heading === 0 ? settings.weight : Math.max(600, settings.weight);
    const isRtl = isRtlText(sourceLine.runs);
    for (const pieces of breakLine(
      sourceLine.runs,
      (run) => runStyle(run, size, weight),
      settings.maxWidth,
      measurer,
    )) {
      const ordered = orderLine(pieces, isRtl, measurer);
      const text = pieces.map((piece) => piece.text).join('');
      const height = size * settings.lineHeight;
      const place = { top, size, height, isRtl, ...reachOf(ordered, size, height, measurer) };
      const line = placeLine(ordered, text, place);
      lines.push(line);
      top += line.height;
      width = Math.max(width, line.width);
    }
  }
  return { lines, width, height: top, isRtl: lines[0]?.isRtl ?? false };
}

const STYLES = new WeakMap<TextSettings, TextStyle>();

function baseStyle(settings: TextSettings): TextStyle {
  let style = STYLES.get(settings);
  if (style === undefined) {
    style = { family: 'sans', size: settings.size, weight: settings.weight, italic: false };
    STYLES.set(settings, style);
  }
  return style;
}

function plainBlock(plain: readonly PlainLine[], style: TextStyle, settings: TextSettings): TextBlock {
  const height = settings.size * settings.lineHeight;
  const lines: TextLine[] = [];
  let width = 0;
  let top = 0;
  for (const line of plain) {
    const piece = { ...PLAIN, text: line.text, width: line.width, style };
    const place = { top, size: settings.size, height, isRtl: false };
    lines.push(placeLine(line.text === '' ? [] : [piece], line.text, place));
    width = Math.max(width, line.width);
    top += height;
  }
  return { lines, width, height: top, isRtl: false };
}

/** How far below a line's top its baseline is. */
export function baselineIn(size: number, lineHeight: number): number {
  return lineHeight / 2 + ((ASCENT - DESCENT) / 2) * size;
}

function runStyle(run: Run, size: number, weight: number): TextStyle {
  if (run.code) return { family: 'mono', size: size * 0.92, weight: run.bold ? 600 : 400, italic: run.italic };
  return { family: 'sans', size, weight: run.bold ? Math.min(700, weight + 200) : weight, italic: run.italic };
}

function placeLine(
  pieces: readonly Piece[],
  text: string,
  { top, size, height, isRtl, above = 0, below = 0 }: Place,
): TextLine {
  const width = pieces.reduce((sum, piece) => sum + piece.width, 0);
  const baseline = top + above + baselineIn(size, height);
  return { pieces, text, top, baseline, width, height: above + height + below, isRtl };
}

/** Where a line stands, and what its formulas reach beyond letters. */
type Place = Pick<TextLine, 'top' | 'height' | 'isRtl'> & {
  readonly size: number;
  readonly above?: number;
  readonly below?: number;
};

/** How far formulas reach above and below a line of letters. */
function reachOf(
  pieces: readonly Piece[],
  size: number,
  height: number,
  measurer: TextMeasurer,
): { readonly above: number; readonly below: number } {
  const baseline = baselineIn(size, height);
  let [above, below] = [0, 0];
  for (const { formula, text, style } of pieces) {
    const room = formula === undefined ? null : measurer.formula?.(text, formula === 'block');
    if (room === null || room === undefined) continue;
    const air = size * FORMULA_AIR;
    above = Math.max(above, room.ascent * style.size + air - baseline);
    below = Math.max(below, room.descent * style.size + air - (height - baseline));
  }
  return { above, below };
}

/** A formula that cannot be drawn, or not yet, as it was written. */
function knownOrWritten(run: Run, measurer: TextMeasurer): Run {
  if (run.formula === undefined || (measurer.formula?.(run.text, run.formula === 'block') ?? null) !== null) return run;
  const sign = run.formula === 'block' ? '$$' : '$';
  const { formula: _, ...words } = run;
  return { ...words, text: `${sign}${run.text}${sign}`, code: true };
}
