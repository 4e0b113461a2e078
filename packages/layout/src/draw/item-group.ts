import type { Point } from '@bough/map';
import {
  type Colour,
  type Command,
  ellipse,
  type FillPath,
  type Font,
  type Group,
  grow,
  type HitTag,
  pathBounds,
  type PathData,
  polyline,
  type Rect,
  roundedRect,
} from '@bough/scene';
import type { Piece } from '@bough/text';
import type { FormulaShape } from '../layout.ts';
import { foldMark } from '../measure/body.ts';
import { colourName } from '../measure/colours.ts';
import {
  boxIn,
  endWidth,
  isTall,
  type Node,
  type NodeDrawing,
  partingOf,
  reachOf,
  startWidth,
  startX,
} from '../place/node.ts';
import { branchCurve, type Cubic, spinePath, swingIn, swingOut, tallCurve, taperedPath } from './branch-shape.ts';
import { formulaCommands } from './figure-commands.ts';
import { markCommands } from './mark-commands.ts';

// An item's drawing commands, seen from its origin.

/** How nodes are drawn. */
export const itemDrawing: NodeDrawing = { boundsOf: itemBounds, groupOf: itemGroup };

/** Answers itself again and again: ten thousand rectangles that nobody keeps need not be made. */
const around = { x: -0, y: -0, width: -0, height: -0 };

/** Around everything that `itemGroup` draws, known without drawing it. To be read at once: there is but one such rectangle. */
function itemBounds(node: Node): Rect {
  let left = node.boxLeft;
  let top = node.boxTop;
  let right = left + node.boxWidth;
  let bottom = top + node.boxHeight;
  const fold = node.hidden === 0 ? null : foldMark(node.body, node, node.context.measurer);
  if (fold !== null) {
    left = Math.min(left, fold.rect.x);
    top = Math.min(top, fold.rect.y);
    right = Math.max(right, fold.rect.x + fold.rect.width);
    bottom = Math.max(bottom, fold.rect.y + fold.rect.height);
  }
  if (node.parent !== null) {
    const by = startWidth(node) / 2 + 2;
    // The controls of the one cubic lie at the heights of its ends.
    const fromX = startX(node);
    const fromY = -node.y;
    const parting = partingOf(node);
    const out = swingOut(fromX, fromY, node.side, parting);
    const back = swingIn(fromX, fromY, node.side, parting);
    left = Math.min(left, fromX - by, fromX + out - by, back - by, -by);
    right = Math.max(right, fromX + by, fromX + out + by, back + by, by);
    top = Math.min(top, fromY - by, -by);
    bottom = Math.max(bottom, fromY + by, by);
    if (node.item.linePoints !== null) {
      for (const { b, c, d } of branchOf(node)) {
        left = Math.min(left, b.x - by, c.x - by, d.x - by);
        right = Math.max(right, b.x + by, c.x + by, d.x + by);
        top = Math.min(top, b.y - by, c.y - by, d.y - by);
        bottom = Math.max(bottom, b.y + by, c.y + by, d.y + by);
      }
    }
  }
  around.x = left - 3;
  around.y = top - 3;
  around.width = right - left + 6;
  around.height = bottom - top + 6;
  return around;
}

/** The group of one item: its branch under everybody's words, then its shape, words and marks. */
function itemGroup(node: Node): Group {
  const colour = node.colour === null ? 'ink' : colourName(node.colour);
  const under =
    node.parent === null ? [] : [branchCommand(node, colour, node.item.lineStyle ?? node.context.lineStyle)];
  const commands: Command[] = [];
  const tag: HitTag = { kind: 'item', id: node.id };
  if (node.shape !== 'none') commands.push(...shapeCommands(node, colour, tag));
  const { image } = node.inside;
  if (image !== null && node.item.image !== null) {
    commands.push({
      kind: 'image',
      source: node.item.image.source,
      bounds: image,
      hit: { kind: 'image', id: node.id },
    });
  }
  commands.push(...wordCommands(node));
  commands.push(...markCommands(node, colour));
  return { id: node.id, under, commands, bounds: { ...itemBounds(node) } };
}

/** The middle line of a node's branch, seen from the node's origin. */
function branchOf(node: Node): Cubic[] {
  if (node.parent === null) return [];
  const start = { x: startX(node), y: -node.y };
  const through = (node.item.linePoints ?? []).map((point) => ({ x: point.x - node.x, y: point.y - node.y }));
  return curveTo({ start, end: { x: 0, y: 0 }, side: node.side, through, parting: partingOf(node) }, isTall(node));
}

interface Way {
  readonly start: Point;
  readonly end: Point;
  readonly side: 1 | -1;
  readonly through: readonly Point[];
  readonly parting: number;
}

/** The middle line of a branch: in a lane, unless it was bent by hand. */
function curveTo({ start, end, side, through, parting }: Way, isInLane: boolean): Cubic[] {
  return isInLane && through.length === 0
    ? tallCurve(start, end, side, parting)
    : branchCurve(start, end, side, through, parting);
}

function branchCommand(node: Node, colour: Colour, style: 'solid' | 'dashed' | 'dotted' | null): Command {
  const runEnd: Point | null = node.shape === 'none' ? { x: node.side * reachOf(node), y: 0 } : null;
  return drawnBranch(node, { curve: branchOf(node), runEnd, side: node.side }, colour, style);
}

/**
 * A branch as it looks while its item is so far from its place: it begins where it did, or, mirrored, at the other side of its
 * parent, and ends at the other end of the item's words.
 */
export function branchPulled(node: Node, start: Point, isMirrored: boolean, through: readonly Point[] = []): Command {
  const colour = node.colour === null ? 'ink' : colourName(node.colour);
  const side = isMirrored ? (node.side === 1 ? -1 : 1) : node.side;
  const far = { x: node.side * reachOf(node), y: 0 };
  const [end, runTo] = isMirrored ? [far, { x: 0, y: 0 }] : [{ x: 0, y: 0 }, far];
  const runEnd = node.shape === 'none' ? runTo : null;
  const parting = isMirrored ? 0 : partingOf(node);
  const curve = curveTo({ start, end, side, through, parting }, !isMirrored && isTall(node));
  const line = { curve, runEnd, side };
  return drawnBranch(node, line, colour, node.item.lineStyle ?? node.context.lineStyle);
}

interface Line {
  readonly curve: readonly Cubic[];
  readonly runEnd: Point | null;
  readonly side: 1 | -1;
}

function drawnBranch(
  node: Node,
  { curve, runEnd, side }: Line,
  colour: Colour,
  style: 'solid' | 'dashed' | 'dotted' | null,
): Command {
  const from = startWidth(node);
  const to = endWidth(node);
  const spine = spinePath(curve, runEnd);
  const hit: HitTag = { kind: 'line', id: node.id };
  if (style === 'dashed' || style === 'dotted') {
    const width = (from + to) / 2;
    const dash = style === 'dashed' ? [width * 3, width * 2] : [width * 0.2, width * 1.8];
    return { kind: 'stroke', path: spine, colour, width, dash, bounds: grow(pathBounds(spine), width), hit };
  }
  const path = taperedPath(curve, from, to, runEnd, side);
  return {
    kind: 'fill',
    path,
    colour,
    bounds: pathBounds(path),
    hit,
    spine,
    spineWidth: (from + 3 * to) / 4,
  };
}

function shapePath(node: Node): PathData {
  const rect = node.body;
  switch (rect.shape) {
    case 'ellipse':
      return ellipse(rect);
    case 'diamond': {
      const cx = rect.x + rect.width / 2;
      const cy = rect.y + rect.height / 2;
      return polyline([cx, rect.y, rect.x + rect.width, cy, cx, rect.y + rect.height, rect.x, cy], true);
    }
    case 'parallelogram': {
      const right = rect.x + rect.width;
      const bottom = rect.y + rect.height;
      return polyline([rect.x + 12, rect.y, right, rect.y, right - 12, bottom, rect.x, bottom], true);
    }
    case 'box':
      return roundedRect(rect, 8);
    default:
      return roundedRect(rect, Math.min(rect.height / 2, 22));
  }
}

function shapeCommands(node: Node, colour: Colour, hit: HitTag): Command[] {
  const path = shapePath(node);
  const rect = boxIn(node);
  const isPlainRoot = node.depth === 0 && node.item.colour === null;
  const fill: FillPath = { kind: 'fill', path, colour: isPlainRoot ? 'ink/9' : `${colour}/18`, bounds: rect, hit };
  if (node.depth === 0) return [fill];
  return [fill, { kind: 'stroke', path, colour, width: endWidth(node), bounds: grow(rect, 2) }];
}

function wordCommands(node: Node): Command[] {
  const { text, words } = node.inside;
  const isDone = node.item.checkbox === 'done';
  const found: Command[] = [];
  for (const line of text.lines) {
    const left = words.x + alignShift(node, words.width - line.width, line.isRtl);
    for (const piece of line.pieces) {
      const x = left + piece.x;
      const bounds = { x, y: words.y + line.top, width: piece.width, height: line.height };
      if (piece.code) {
        const chip = { x: x - 2, y: bounds.y + 1.5, width: piece.width + 4, height: line.height - 3 };
        found.push({ kind: 'fill', path: roundedRect(chip, 4), colour: 'ink/7', bounds: chip });
      }
      const shape = shapeOf(node, piece);
      if (shape === null) {
        found.push(pieceCommand(node, piece, x, words.y + line.baseline, bounds, isDone));
        continue;
      }
      const colour = isDone ? 'ink-soft' : 'ink';
      const hit: HitTag = { kind: 'item', id: node.id };
      const place = {
        x,
        baseline: words.y + line.baseline,
        bounds,
        font: piece.style,
        source: piece.text,
        colour,
        hit,
      };
      found.push(...formulaCommands(shape, place));
    }
  }
  if (node.shape === 'none') {
    const hit: HitTag = { kind: 'item', id: node.id };
    found.unshift({
      kind: 'fill',
      path: roundedRect(node.body, 0),
      colour: 'paper',
      alpha: 0,
      bounds: boxIn(node),
      hit,
    });
  }
  return found;
}

/** A formula's shape; null for words. */
function shapeOf({ context }: Node, { formula, text }: Piece): FormulaShape | null {
  return formula === undefined ? null : (context.settings.figures?.formula(text, formula === 'block') ?? null);
}

function pieceCommand(node: Node, piece: Piece, x: number, y: number, bounds: Rect, isDone: boolean): Command {
  const font: Font = piece.style;
  const hit: HitTag =
    piece.href === null ? { kind: 'item', id: node.id } : { kind: 'href', id: node.id, href: piece.href };
  return {
    kind: 'text',
    text: piece.text,
    x,
    y,
    width: piece.width,
    font,
    colour: isDone ? 'ink-soft' : 'ink',
    bounds,
    hit,
    ...(piece.strike ? { strike: true } : {}),
    ...(piece.href === null ? {} : { href: piece.href, underline: true }),
    ...(piece.isRtl ? { rtl: true } : {}),
    ...(piece.isEmoji ? { emoji: true } : {}),
  };
}

/** How far a line stands in from the left of the words' box. */
export function alignShift(node: Node, slack: number, isRtl: boolean): number {
  const align = node.item.align ?? (node.depth === 0 ? 'middle' : 'start');
  if (align === 'middle') return slack / 2;
  return (align === 'end') !== isRtl ? slack : 0;
}
