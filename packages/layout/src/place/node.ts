import type { Item, ItemId, Point, Shape } from '@bough/map';
import type { Group, GroupSource, Rect } from '@bough/scene';
import { arrange, type Body, type Inside, type Measured } from '../measure/body.ts';
import { type BranchColour, branchColour } from '../measure/colours.ts';
import type { LayoutContext } from '../measure/context.ts';
import { END_AIR, LINE_ENDS, LINE_STARTS, levelOf } from '../measure/measures.ts';
import { type Contour, NO_CONTOUR } from './contour.ts';
import { GAP, HEIGHT, type Rows, TOP, WIDTH, X, Y } from './rows.ts';

const NO_CHILDREN: readonly Node[] = [];

/** How far a root with all its branches reaches on both sides: outward, for roots that stand side by side, or up and down. */
export interface Reach {
  readonly left: number;
  readonly right: number;
}
const NO_REACH: Reach = { left: 0, right: 0 };

/** How a node is drawn. Drawing reads nodes, so a node gets it handed in and does not import it. */
export interface NodeDrawing {
  readonly boundsOf: (node: Node) => Rect;
  readonly groupOf: (node: Node) => Group;
}

/** What all nodes of one layout share. */
export interface NodeContext extends LayoutContext {
  readonly rows: Rows;
  readonly drawing: NodeDrawing;
}

/** One visible item in the layout's own tree, and the source of its group in the scene. Places are relative to the parent's origin. */
export class Node implements GroupSource, Measured {
  readonly context: NodeContext;
  /** The scene's. */
  slot = -1;
  item: Item;
  parent: Node | null;
  children: readonly Node[] = NO_CHILDREN;
  depth: number;
  /** Of the branch; a root's is 1 and means nothing. */
  side: 1 | -1;
  /** Whether what stands below is not seen. */
  isFolded = false;
  hidden = 0;
  comments = 0;
  shape: Shape = 'none';
  isPlaced: boolean;
  /** Whether some child is. */
  hasPlaced = false;
  isDrawn = false;
  /** Of a node with children beside it: a leaf's are its box. */
  top: Contour = NO_CONTOUR;
  bottom: Contour = NO_CONTOUR;
  /** A root's. */
  reach: Reach = NO_REACH;
  /** A root's: how far up or down its branches stand, on each side, in steps. */
  fans: Reach = NO_REACH;
  /** Where its numbers are. */
  readonly row: number;
  #colour: BranchColour | null | undefined;
  #inside: Inside | null = null;

  /** A colour that is not given follows from the parent's when somebody asks for it. */
  constructor(
    context: NodeContext,
    item: Item,
    parent: Node | null,
    side: 1 | -1,
    colour: BranchColour | null | undefined,
  ) {
    this.context = context;
    this.item = item;
    this.parent = parent;
    this.depth = parent === null ? 0 : parent.depth + 1;
    this.side = side;
    this.isPlaced = item.offset !== null;
    this.row = context.rows.take();
    this.#colour = colour;
  }

  get id(): ItemId {
    return this.item.id;
  }

  get x(): number {
    return this.context.rows.get(this.row, X);
  }
  get y(): number {
    return this.context.rows.get(this.row, Y);
  }
  moveTo(x: number, y: number): void {
    // -0 equals 0, so what goes from one to the other does not move: never kept, it cannot depend on where the node was before.
    this.context.rows.set(this.row, X, x + 0);
    this.context.rows.set(this.row, Y, y + 0);
  }

  /** From its end to where its children enter. */
  get gap(): number {
    return this.context.rows.get(this.row, GAP);
  }
  set gap(gap: number) {
    this.context.rows.set(this.row, GAP, gap);
  }

  /** The box around words, marks and shape, seen from the node's origin. */
  get boxTop(): number {
    return this.context.rows.get(this.row, TOP);
  }
  get boxWidth(): number {
    return this.context.rows.get(this.row, WIDTH);
  }
  get boxHeight(): number {
    return this.context.rows.get(this.row, HEIGHT);
  }
  get boxLeft(): number {
    if (this.depth === 0) return -this.boxWidth / 2;
    return this.side === 1 ? 0 : -this.boxWidth;
  }
  get body(): Body {
    return { shape: this.shape, x: this.boxLeft, y: this.boxTop, width: this.boxWidth, height: this.boxHeight };
  }
  /** It was measured again. */
  resize(shape: Shape, top: number, width: number, height: number): void {
    const { rows } = this.context;
    this.shape = shape;
    rows.set(this.row, TOP, top);
    rows.set(this.row, WIDTH, width);
    rows.set(this.row, HEIGHT, height);
    this.#inside = null;
  }

  /** The branch's; null for ink. */
  get colour(): BranchColour | null {
    return this.#colour === undefined ? Node.#inherited(this) : this.#colour;
  }
  set colour(colour: BranchColour | null) {
    this.#colour = colour;
  }
  /** Until somebody has asked for it, nobody has asked for one below either. */
  get hasColour(): boolean {
    return this.#colour !== undefined;
  }

  /** From the nearest one above that has a colour, with each drift on the way. */
  static #inherited(node: Node): BranchColour | null {
    const way: Node[] = [];
    let top = node;
    for (; top.#colour === undefined && top.parent !== null; top = top.parent) way.push(top);
    let colour = top.#colour ?? null;
    for (let one = way.pop(); one !== undefined; one = way.pop()) {
      colour = branchColour(one.item, colour, 0);
      one.#colour = colour;
    }
    return colour;
  }

  /** Around everything that is drawn of it: to be read at once, since the next one's answer is the same rectangle. */
  get bounds(): Rect {
    return this.context.drawing.boundsOf(this);
  }

  /** Words, image and marks in their places: made when somebody looks, until the body is another one. */
  get inside(): Inside {
    this.#inside ??= arrange(this.item, this, this.body, this.context);
    return this.#inside;
  }

  build(): Group {
    return this.context.drawing.groupOf(this);
  }
}

/** Outward reach: how far from the entry the children's branches begin. */
export function reachOf(node: Node): number {
  return node.depth === 0 ? node.boxWidth / 2 : node.boxWidth;
}

/** The box around words, marks and shape, seen from the node's origin. */
export function boxIn(node: Node): Rect {
  return { x: node.boxLeft, y: node.boxTop, width: node.boxWidth, height: node.boxHeight };
}

/** From the highest to the lowest of its subtree, what stands there by hand not counted. */
export function tallness(node: Node): number {
  let top = node.boxTop;
  let bottom = node.boxTop + node.boxHeight;
  for (let i = 1; i < node.top.length; i += 2) top = Math.min(top, node.top[i] ?? 0);
  for (let i = 1; i < node.bottom.length; i += 2) bottom = Math.max(bottom, node.bottom[i] ?? 0);
  return bottom - top;
}

/** How far out the branches to one side begin, from the node's origin, at the height of its line. */
function exitX(node: Node, side: 1 | -1): number {
  // A root's branches begin under its soft shape, so that they come out of it as one limb.
  if (node.depth === 0) return side * Math.max(0, reachOf(node) - 12);
  return node.side * node.boxWidth;
}

/** How far out a node's branch begins, seen from its own origin; its height there is that of its parent's line. */
export function startX(node: Node): number {
  const { parent, side } = node;
  if (parent === null) return 0;
  return node.depth === 1 || node.isPlaced ? exitX(parent, side) - node.x : -side * parent.gap;
}

/** A root's branches that stand further up or down than this begin to part. */
const FAN_PARTS = 300;
/** And they part as much as they can where they stand so much further. */
const FAN_PARTED = 900;

/**
 * How soon the branch of a root's child turns up or down, from -1 (late) to 1 (at once). Many branches would leave a root as one rope:
 * where the fan is high, those that go furthest turn first, next to the root, and each has a way of its own.
 */
export function partingOf(node: Node): number {
  const { parent } = node;
  return parent === null || node.isPlaced ? 0 : partingAt(parent, node.side, node.y);
}

/** The same of a child that would stand there. */
export function partingAt(parent: Node, side: 1 | -1, y: number): number {
  if (parent.depth > 0) return 0;
  const fan = side === 1 ? parent.fans.right : parent.fans.left;
  if (fan <= FAN_PARTS) return 0;
  const share = Math.min(1, Math.abs(y) / fan);
  return Math.min(1, (fan - FAN_PARTS) / FAN_PARTED) * (2 * share - 1);
}

/** From a fan as high as this on, the branches of that side of a root go in lanes of their own. */
const FAN_LANES = 10_000;
/** Of another item, branches that stand so far up or down share a lane: together they are one stem, where each alone would make a bar. */
export const FAN_STEM = 1000;
/** How far from such an item its branches stand, further than from any other. */
export const STEM_GAP = 104;

/** Whether the branch goes in a lane (`tallCurve` in branch-shape.ts). */
export function isTall(node: Node): boolean {
  const { parent, side } = node;
  if (parent === null) return false;
  if (node.isPlaced) return Math.abs(node.y) > FAN_LANES;
  if (parent.depth > 0) return parent.gap >= STEM_GAP;
  return (side === 1 ? parent.fans.right : parent.fans.left) > FAN_LANES;
}

/** Where the branch to a child begins, relative to the node's origin. */
export function exitTo(node: Node, side: 1 | -1): Point {
  return { x: exitX(node, side), y: 0 };
}

/** Width of a node's branch where it leaves the parent. */
export function startWidth(node: Node): number {
  const isFromRoot = node.parent !== null && node.parent.depth === 0;
  return (isFromRoot ? LINE_STARTS[1] : LINE_STARTS[levelOf(node.depth)]) ?? 1.6;
}

/** Width of a node's branch where it arrives, and under the words. */
export function endWidth(node: Node): number {
  return LINE_ENDS[levelOf(node.depth)] ?? 1.6;
}

/** Where the node's own step of a contour ends: with air behind its box. */
export function ownEnd(node: Node): number {
  return reachOf(node) + END_AIR + (node.hidden > 0 ? 26 : 0);
}

export function originOf(node: Node): Point {
  let x = 0;
  let y = 0;
  for (let at: Node | null = node; at !== null; at = at.parent) {
    x += at.x;
    y += at.y;
  }
  return { x, y };
}
