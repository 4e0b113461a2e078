import type { Item, ItemId, Point } from '@bough/map';
import type { Group, GroupSource, Rect } from '@bough/scene';
import { arrange, type Body, type Inside } from './body.ts';
import type { BranchColour } from './colours.ts';
import type { Contour } from './contour.ts';
import type { Kit } from './kit.ts';
import { END_AIR, LINE_ENDS, LINE_STARTS, levelOf } from './measures.ts';

const NO_CHILDREN: readonly Node[] = [];
const NO_CONTOUR: Contour = [];
const NOWHERE: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** What a node is made of. */
export type Nature = Pick<Node, 'item' | 'parent' | 'depth' | 'side' | 'colour' | 'hidden' | 'comments' | 'body'>;

/** One visible item in the layout's own tree, and the source of its group in the scene. Places are relative to the parent's origin. */
export class Node implements GroupSource {
  readonly id: ItemId;
  readonly kit: Kit;
  item: Item;
  parent: Node | null;
  children: readonly Node[] = NO_CHILDREN;
  depth: number;
  /** Of the branch; a root's is 1 and means nothing. */
  side: 1 | -1;
  colour: BranchColour | null;
  body: Body;
  x = 0;
  y = 0;
  isPlaced: boolean;
  /** Whether some child is. */
  hasPlaced = false;
  hidden: number;
  comments: number;
  top: Contour = NO_CONTOUR;
  bottom: Contour = NO_CONTOUR;
  /** How far it reaches to both sides, for roots that stand side by side. */
  reachLeft = 0;
  reachRight = 0;
  /** As it was last given to the scene: around its picture, and where its branch begins; isDrawn is false before that. */
  bounds: Rect = NOWHERE;
  startX = 0;
  startY = 0;
  isDrawn = false;
  #inside: Inside | null = null;

  constructor(kit: Kit, nature: Nature) {
    this.kit = kit;
    this.id = nature.item.id;
    this.item = nature.item;
    this.parent = nature.parent;
    this.depth = nature.depth;
    this.side = nature.side;
    this.colour = nature.colour;
    this.hidden = nature.hidden;
    this.comments = nature.comments;
    this.body = nature.body;
    this.isPlaced = nature.item.offset !== null;
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

/** How far out the branches to one side begin, from the node's origin, at the height of its line. */
export function exitX(node: Node, side: 1 | -1): number {
  // A root's branches begin under its soft shape, so that they come out of it as one limb.
  if (node.depth === 0) return side * Math.max(0, node.body.reach - 12);
  return node.side * node.body.reach;
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
  return node.body.reach + END_AIR + (node.hidden > 0 ? 26 : 0);
}

export function originOf(node: Node): Point {
  let x = node.x;
  let y = node.y;
  for (let above = node.parent; above !== null; above = above.parent) {
    x += above.x;
    y += above.y;
  }
  return { x, y };
}
