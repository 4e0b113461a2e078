import { unreachable } from '@bough/base';
import type { Item, Shape } from '@bough/map';
import type { Rect } from '@bough/scene';
import { setText, type TextBlock, type TextMeasurer } from '@bough/text';
import type { LayoutSettings } from './layout.ts';
import { ABOVE_LINE, INSET, LINE_ENDS, LINE_HEIGHT, type Level, TEXT_SIZES, TEXT_WEIGHTS } from './measures.ts';

// An item without its branch: words, image and marks, and the shape around them. Coordinates begin at the item's origin, which
// is where the branch enters (for a root: its middle); y = 0 is the height of the line. A left item is mirrored, words are not.

/** A mark beside the words. */
export interface Mark {
  readonly kind: 'icon' | 'checkbox' | 'note' | 'comments' | 'href' | 'fold';
  readonly rect: Rect;
  readonly label: string;
}
export interface Body {
  readonly shape: Shape;
  readonly rect: Rect;
  /** Outward reach: how far from the entry the children's branches begin. */
  readonly reach: number;
  readonly text: TextBlock;
  readonly words: Rect;
  readonly image: Rect | null;
  readonly marks: readonly Mark[];
  readonly fontSize: number;
  readonly fontWeight: number;
  readonly wrapWidth: number;
  readonly lineWidth: number;
}

/** Everything outside the item itself that its body depends on. */
export interface BodyContext {
  readonly level: Level;
  readonly side: 1 | -1;
  readonly comments: number;
  readonly hidden: number;
  readonly defaultShape: Shape | null;
  readonly settings: LayoutSettings;
  readonly measurer: TextMeasurer;
}

const MARK_GAP = 5;
const SMALLEST_WORDS = 14;

/** Measures and arranges an item. Pure. */
export function makeBody(item: Item, context: BodyContext): Body {
  const { level, side, measurer } = context;
  const scale = item.size === null ? 1 : Math.max(0.5, Math.min(4, item.size));
  const fontSize = TEXT_SIZES[level] * scale;
  const fontWeight = TEXT_WEIGHTS[level];
  const wrapWidth = item.width ?? context.settings.maxTextWidth;
  const text = setText(
    item.text,
    { size: fontSize, weight: fontWeight, maxWidth: wrapWidth, lineHeight: LINE_HEIGHT },
    measurer,
  );
  const shape = item.shape ?? (level === 0 ? 'pill' : (context.defaultShape ?? 'none'));
  const wordsWidth = Math.max(item.width ?? 0, text.width, item.image === null ? SMALLEST_WORDS : 0);
  const marksBefore = before(item, fontSize, measurer);
  const marksAfter = after(item, context, fontSize, measurer);
  const lead = total(marksBefore);
  const trail = total(marksAfter);
  const imageWidth = item.image?.width ?? 0;
  const imageHeight = item.image === null ? 0 : item.image.height + (item.text === '' ? 0 : 6);
  const innerWidth = Math.max(lead + wordsWidth + trail, imageWidth);
  const innerHeight = imageHeight + (item.image !== null && item.text === '' ? 0 : text.height);
  const { rect, inner } = around(shape, level, side, innerWidth, innerHeight);
  const row = { x: inner.x + (innerWidth - lead - wordsWidth - trail) / 2, y: inner.y + imageHeight };
  const firstLine = text.lines[0]?.height ?? fontSize * LINE_HEIGHT;
  const lastTop = row.y + text.height - (text.lines.at(-1)?.height ?? firstLine);
  const marks = [
    ...line(marksBefore, row.x, row.y, firstLine),
    ...line(marksAfter, row.x + lead + wordsWidth + MARK_GAP, lastTop, text.lines.at(-1)?.height ?? firstLine),
  ];
  if (context.hidden > 0) marks.push(foldMark(context.hidden, rect, shape, level, side, measurer));
  const image =
    item.image === null
      ? null
      : { x: inner.x + (innerWidth - imageWidth) / 2, y: inner.y, width: imageWidth, height: item.image.height };
  return {
    shape,
    rect,
    reach: level === 0 ? rect.width / 2 : rect.width,
    text,
    words: { x: row.x + lead, y: row.y, width: wordsWidth, height: text.height },
    image,
    marks,
    fontSize,
    fontWeight,
    wrapWidth,
    lineWidth: LINE_ENDS[level],
  };
}

interface LooseMark {
  readonly kind: Mark['kind'];
  readonly width: number;
  readonly label: string;
}

function before(item: Item, size: number, measurer: TextMeasurer): LooseMark[] {
  const marks: LooseMark[] = [];
  if (item.checkbox !== null) marks.push({ kind: 'checkbox', width: size * 1.05, label: item.checkbox });
  if (item.icon !== null) {
    const isName = /^[a-z][a-z0-9-]*$/.test(item.icon);
    const style = { family: 'sans', size: size * 1.1, weight: 400, italic: false } as const;
    marks.push({ kind: 'icon', width: isName ? size * 1.2 : measurer.width(item.icon, style), label: item.icon });
  }
  return marks;
}

function after(item: Item, context: BodyContext, size: number, measurer: TextMeasurer): LooseMark[] {
  const marks: LooseMark[] = [];
  if (item.href !== null) marks.push({ kind: 'href', width: size * 0.85, label: item.href });
  if (item.note !== '') marks.push({ kind: 'note', width: size * 0.85, label: '' });
  if (context.comments > 0) {
    const label = String(context.comments);
    const style = { family: 'sans', size: 10, weight: 600, italic: false } as const;
    marks.push({ kind: 'comments', width: measurer.width(label, style) + 10, label });
  }
  return marks;
}

function total(marks: readonly LooseMark[]): number {
  return marks.reduce((sum, mark) => sum + mark.width + MARK_GAP, 0);
}

function line(marks: readonly LooseMark[], x: number, top: number, height: number): Mark[] {
  let at = x;
  return marks.map((mark) => {
    const side = mark.kind === 'comments' ? 15 : mark.width;
    const rect = { x: at, y: top + (height - side) / 2, width: mark.width, height: side };
    at += mark.width + MARK_GAP;
    return { kind: mark.kind, rect, label: mark.label };
  });
}

function foldMark(hidden: number, rect: Rect, shape: Shape, level: Level, side: 1 | -1, measurer: TextMeasurer): Mark {
  const label = hidden > 999 ? `${Math.floor(hidden / 1000)}k` : String(hidden);
  const width = Math.max(18, measurer.width(label, { family: 'sans', size: 10.5, weight: 600, italic: false }) + 10);
  const end = side === 1 ? rect.x + rect.width + 4 : rect.x - 4 - width;
  const middle = shape === 'none' ? 0 : rect.y + rect.height / 2;
  return {
    kind: 'fold',
    rect: { x: level === 0 ? rect.x + rect.width + 4 : end, y: middle - 8.5, width, height: 17 },
    label,
  };
}

/** The shape's rectangle for its inner size, and where the inner part begins. */
function around(
  shape: Shape,
  level: Level,
  side: 1 | -1,
  width: number,
  height: number,
): { rect: Rect; inner: { x: number; y: number } } {
  const [padX, padY] = padding(shape, level, width, height);
  const full = { width: width + 2 * padX, height: height + 2 * padY };
  const x = level === 0 ? -full.width / 2 : side === 1 ? 0 : -full.width;
  const lineWidth = LINE_ENDS[level];
  const y = shape === 'none' && level > 0 ? -height - ABOVE_LINE - lineWidth / 2 : -full.height / 2;
  const tall = shape === 'none' && level > 0 ? height + ABOVE_LINE + lineWidth : full.height;
  return {
    rect: { x, y, width: full.width, height: tall },
    inner: { x: x + padX, y: y + (shape === 'none' && level > 0 ? 0 : padY) },
  };
}

function padding(shape: Shape, level: Level, width: number, height: number): readonly [number, number] {
  switch (shape) {
    case 'none':
      return [INSET, 0];
    case 'pill':
      return level === 0 ? [22, 12] : [12, 5];
    case 'box':
      return level === 0 ? [20, 12] : [11, 6];
    case 'ellipse':
      return [width * 0.16 + 12, height * 0.22 + 6];
    case 'diamond':
      return [width * 0.28 + 16, height * 0.9 + 6];
    case 'parallelogram':
      return [24, 7];
    default:
      return unreachable(shape);
  }
}
