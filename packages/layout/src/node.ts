import type { Item, ItemId, Point } from '@bough/map';
import type { Group, GroupSource, Rect } from '@bough/scene';
import { arrange, type Body, type Inside, NO_BODY } from './body.ts';
import type { BranchColour } from './colours.ts';
import { type Contour, NO_CONTOUR } from './contour.ts';
import type { Kit } from './kit.ts';
import { END_AIR, LINE_ENDS, LINE_STARTS, levelOf } from './measures.ts';

const NO_CHILDREN: readonly Node[] = [];

/** One visible item in the layout's own tree, and the source of its group in the scene. Places are relative to the parent's origin. */
export class Node implements GroupSource {
  readonly kit: Kit;
  /** The scene's. */
  slot = -1;
  item: Item;
  parent: Node | null;
  children: readonly Node[] = NO_CHILDREN;
  depth: number;
  /** Of the branch; a root's is 1 and means nothing. */
  side: 1 | -1;
  colour: BranchColour | null;
  hidden = 0;
  comments = 0;
  body: Body = NO_BODY;
  // Numbers that become fractions are fractions from the start (-0 is no small integer): else V8 makes every node anew in the
  // middle of the first layout, which doubles its time.
  x = -0;
  y = -0;
  isPlaced: boolean;
  /** Whether some child is. */
  hasPlaced = false;
  isDrawn = false;
  /** Of a node with children beside it: a leaf's are its box. */
  top: Contour = NO_CONTOUR;
  bottom: Contour = NO_CONTOUR;
  /** From its end to where its children enter. */
  gap = -0;
  /** How far a root reaches to both sides, for roots that stand side by side. */
  reachLeft = -0;
  reachRight = -0;
  #inside: Inside | null = null;

  constructor(kit: Kit, item: Item, parent: Node | null, side: 1 | -1, colour: BranchColour | null) {
    this.kit = kit;
    this.item = item;
    this.parent = parent;
    this.depth = parent === null ? 0 : parent.depth + 1;
    this.side = side;
    this.colour = colour;
    this.isPlaced = item.offset !== null;
  }

  get id(): ItemId {
    return this.item.id;
  }

  /** Around everything that is drawn of it. */
  get bounds(): Rect {
    return this.kit.boundsOf(this);
  }

  /** Words, image and marks in their places: made when somebody looks, until the body is another one. */
  get inside(): Inside {
    if (this.#inside?.body !== this.body) this.#inside = arrange(this.item, this, this.body, this.kit);
    return this.#inside;
  }

  build(): Group {
    return this.kit.draw(this);
  }
}

/** Outward reach: how far from the entry the children's branches begin. */
export function reachOf(node: Node): number {
  return node.depth === 0 ? node.body.width / 2 : node.body.width;
}

/** The box around words, marks and shape, seen from the node's origin. */
export function boxIn({ body }: Node): Rect {
  return { x: body.x, y: body.y, width: body.width, height: body.height };
}

/** From the highest to the lowest of its subtree, what stands there by hand not counted. */
export function tallness(node: Node): number {
  let top = node.body.y;
  let bottom = node.body.y + node.body.height;
  for (let i = 1; i < node.top.length; i += 2) top = Math.min(top, node.top[i] ?? 0);
  for (let i = 1; i < node.bottom.length; i += 2) bottom = Math.max(bottom, node.bottom[i] ?? 0);
  return bottom - top;
}

/** How far out the branches to one side begin, from the node's origin, at the height of its line. */
function exitX(node: Node, side: 1 | -1): number {
  // A root's branches begin under its soft shape, so that they come out of it as one limb.
  if (node.depth === 0) return side * Math.max(0, reachOf(node) - 12);
  return node.side * node.body.width;
}

/** How far out a node's branch begins, seen from its own origin; its height there is that of its parent's line. */
export function startX(node: Node): number {
  const { parent, side } = node;
  if (parent === null) return 0;
  return node.depth === 1 || node.isPlaced ? exitX(parent, side) - node.x : -side * parent.gap;
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
