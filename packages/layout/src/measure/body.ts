import { unreachable } from '@bough/base';
import type { Item, Point, Shape } from '@bough/map';
import type { Rect } from '@bough/scene';
import { measureText, setText, type TextBlock, type TextMeasurer, type TextSettings } from '@bough/text';
import type { LayoutSettings } from '../layout.ts';
import { type FieldMark, MARKS_AFTER, MARKS_BEFORE } from '../marks/field-marks.ts';
import type { LayoutContext } from './context.ts';
import {
  ABOVE_LINE,
  INSET,
  LINE_ENDS,
  LINE_HEIGHT,
  type Level,
  levelOf,
  TEXT_SIZES,
  TEXT_WEIGHTS,
} from './measures.ts';

// An item without its branch: words, image and marks, and the shape around them. Coordinates begin at the item's origin, which
// is where the branch enters (for a root: its middle); y = 0 is the height of the line. A left item is mirrored, words are not.

/** A mark beside the words. */
export interface Mark {
  readonly sign: FieldMark | 'comments' | 'fold';
  readonly rect: Rect;
  readonly label: string;
}

/** What placing needs to know of an item. */
export interface Body extends Rect {
  readonly shape: Shape;
}

/** Everything in a body, in its place: what drawing and editing need to know. */
export interface Inside {
  readonly body: Body;
  readonly text: TextBlock;
  readonly words: Rect;
  readonly image: Rect | null;
  readonly marks: readonly Mark[];
  readonly fontSize: number;
  readonly fontWeight: number;
  readonly wrapWidth: number;
}

/** Everything outside the item itself that its body depends on. */
export interface BodyPlace {
  readonly depth: number;
  readonly side: 1 | -1;
  readonly comments: number;
  readonly hidden: number;
}

/** What has a body: where measuring reads, and where it says what came out. */
export interface Measured extends BodyPlace {
  readonly item: Item;
  resize(shape: Shape, top: number, width: number, height: number): void;
}

const MARK_GAP = 5;
const SMALLEST_WORDS = 14;
const NO_MARKS: readonly LooseMark[] = [];

const room = { width: -0, height: -0 };

/** Measures an item and gives it its box. */
export function measureBody(node: Measured, context: LayoutContext): void {
  const { item } = node;
  const level = levelOf(node.depth);
  const settings = textSettings(item, level, context);
  measureText(item.text, settings, context.measurer, room);
  const marksBefore = before(item, settings.size, context.measurer);
  const marksAfter = after(item, node, settings.size, context.measurer);
  const marksWidth = marksBefore === NO_MARKS && marksAfter === NO_MARKS ? 0 : total(marksBefore) + total(marksAfter);
  const width = innerWidth(item, room.width, marksWidth);
  const height = innerHeight(item, room.height);
  const shape = item.shape ?? (level === 0 ? 'pill' : (context.defaultShape ?? 'none'));
  if (shape === 'none' && level > 0) {
    const tall = height + ABOVE_LINE + LINE_ENDS[level];
    node.resize(shape, LINE_ENDS[level] / 2 - tall, width + 2 * INSET, tall);
    return;
  }
  const pad = padding(shape, level, width, height);
  node.resize(shape, -height / 2 - pad.y, width + 2 * pad.x, height + 2 * pad.y);
}

/** Puts everything in a measured item into its place. Pure. */
export function arrange(item: Item, place: BodyPlace, body: Body, context: LayoutContext): Inside {
  const { measurer } = context;
  const level = levelOf(place.depth);
  const settings = textSettings(item, level, context);
  const text = setText(item.text, settings, measurer);
  const marksBefore = before(item, settings.size, measurer);
  const marksAfter = after(item, place, settings.size, measurer);
  const lead = total(marksBefore);
  const trail = total(marksAfter);
  const width = innerWidth(item, text.width, lead + trail);
  const height = innerHeight(item, text.height);
  const inner = innerOf(body, level, width, height);
  const words = wordsWidth(item, text.width);
  const row = { x: inner.x + (width - lead - words - trail) / 2, y: inner.y + imageHeight(item) };
  const firstLine = text.lines[0]?.height ?? settings.size * LINE_HEIGHT;
  const lastLine = text.lines.at(-1)?.height ?? firstLine;
  const marks = [
    ...line(marksBefore, row.x, row.y, firstLine),
    ...line(marksAfter, row.x + lead + words + MARK_GAP, row.y + text.height - lastLine, lastLine),
  ];
  const fold = foldMark(body, place, measurer);
  if (fold !== null) marks.push(fold);
  const image =
    item.image === null
      ? null
      : {
          x: inner.x + (width - item.image.width) / 2,
          y: inner.y,
          width: item.image.width,
          height: item.image.height,
        };
  return {
    body,
    text,
    words: { x: row.x + lead, y: row.y, width: words, height: text.height },
    image,
    marks,
    fontSize: settings.size,
    fontWeight: settings.weight,
    wrapWidth: settings.maxWidth,
  };
}

function textSettings(item: Item, level: Level, context: LayoutContext): TextSettings {
  const settings = styledSettings(item, level, context);
  return item.id === context.source ? { ...settings, isSource: true } : settings;
}

function styledSettings(item: Item, level: Level, context: LayoutContext): TextSettings {
  if (item.size === null && item.width === null) return context.textSettings[level];
  const scale = item.size === null ? 1 : Math.max(0.5, Math.min(4, item.size));
  return {
    size: TEXT_SIZES[level] * scale,
    weight: TEXT_WEIGHTS[level],
    maxWidth: item.width ?? context.settings.maxTextWidth,
    lineHeight: LINE_HEIGHT,
  };
}

/** How words are set at each level, where an item says nothing else. */
export function textSettingsOf({ maxTextWidth }: LayoutSettings): Record<Level, TextSettings> {
  const at = (level: Level): TextSettings => ({
    size: TEXT_SIZES[level],
    weight: TEXT_WEIGHTS[level],
    maxWidth: maxTextWidth,
    lineHeight: LINE_HEIGHT,
  });
  return { 0: at(0), 1: at(1), 2: at(2), 3: at(3), 4: at(4) };
}

function wordsWidth(item: Item, textWidth: number): number {
  return Math.max(item.width ?? 0, textWidth, item.image === null ? SMALLEST_WORDS : 0);
}

function imageHeight(item: Item): number {
  return item.image === null ? 0 : item.image.height + (item.text === '' ? 0 : 6);
}

/** The room that words, image and marks take, without the shape around them. */
function innerWidth(item: Item, textWidth: number, marksWidth: number): number {
  return Math.max(marksWidth + wordsWidth(item, textWidth), item.image?.width ?? 0);
}

function innerHeight(item: Item, textHeight: number): number {
  return imageHeight(item) + (item.image !== null && item.text === '' ? 0 : textHeight);
}

interface LooseMark {
  readonly sign: Mark['sign'];
  readonly width: number;
  readonly label: string;
}

function before(item: Item, size: number, measurer: TextMeasurer): readonly LooseMark[] {
  return fieldMarks(MARKS_BEFORE, item, size, measurer);
}

function after(item: Item, place: BodyPlace, size: number, measurer: TextMeasurer): readonly LooseMark[] {
  const marks = fieldMarks(MARKS_AFTER, item, size, measurer);
  if (place.comments === 0) return marks;
  const label = String(place.comments);
  const style = { family: 'sans', size: 10, weight: 600, italic: false } as const;
  return [...marks, { sign: 'comments', width: measurer.width(label, style) + 10, label }];
}

function fieldMarks(
  rows: readonly FieldMark[],
  item: Item,
  size: number,
  measurer: TextMeasurer,
): readonly LooseMark[] {
  let marks: LooseMark[] | null = null;
  for (const sign of rows) {
    const label = sign.label(item);
    if (label !== null) (marks ??= []).push({ sign, width: sign.width(label, size, measurer), label });
  }
  return marks ?? NO_MARKS;
}

function total(marks: readonly LooseMark[]): number {
  return marks.reduce((sum, mark) => sum + mark.width + MARK_GAP, 0);
}

function line(marks: readonly LooseMark[], x: number, top: number, height: number): Mark[] {
  let at = x;
  return marks.map((mark) => {
    const side = mark.sign === 'comments' ? 15 : mark.width;
    const rect = { x: at, y: top + (height - side) / 2, width: mark.width, height: side };
    at += mark.width + MARK_GAP;
    return { sign: mark.sign, rect, label: mark.label };
  });
}

/** The count of what a fold hides, beyond the item's end; null when it hides nothing. */
export function foldMark(rect: Body, place: BodyPlace, measurer: TextMeasurer): Mark | null {
  const { hidden, side, depth } = place;
  if (hidden === 0) return null;
  const label = hidden > 999 ? `${Math.floor(hidden / 1000)}k` : String(hidden);
  const width = Math.max(18, measurer.width(label, { family: 'sans', size: 10.5, weight: 600, italic: false }) + 10);
  const end = side === 1 ? rect.x + rect.width + 4 : rect.x - 4 - width;
  const middle = rect.shape === 'none' ? 0 : rect.y + rect.height / 2;
  return {
    sign: 'fold',
    rect: { x: depth === 0 ? rect.x + rect.width + 4 : end, y: middle - 8.5, width, height: 17 },
    label,
  };
}

/** Where the inner part of the shape begins. */
function innerOf({ shape, x, y }: Body, level: Level, width: number, height: number): Point {
  if (shape === 'none' && level > 0) return { x: x + INSET, y };
  const pad = padding(shape, level, width, height);
  return { x: x + pad.x, y: y + pad.y };
}

function padding(shape: Shape, level: Level, width: number, height: number): Point {
  switch (shape) {
    case 'none':
      return { x: INSET, y: 0 };
    case 'pill':
      return level === 0 ? { x: 22, y: 12 } : { x: 12, y: 5 };
    case 'box':
      return level === 0 ? { x: 20, y: 12 } : { x: 11, y: 6 };
    case 'ellipse':
      return { x: width * 0.16 + 12, y: height * 0.22 + 6 };
    case 'diamond':
      return { x: width * 0.28 + 16, y: height * 0.9 + 6 };
    case 'parallelogram':
      return { x: 24, y: 7 };
    default:
      return unreachable(shape);
  }
}
