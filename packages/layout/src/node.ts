import type { Item, ItemId, Point } from '@bough/map';
import type { Body } from './body.ts';
import type { BranchColour } from './colours.ts';
import type { Contour } from './contour.ts';
import { END_AIR, LINE_ENDS, LINE_STARTS, levelOf } from './measures.ts';

/** One visible item in the layout's own tree. Places are relative to the parent's origin. */
export interface Node {
  readonly id: ItemId;
  item: Item;
  parent: Node | null;
  children: Node[];
  depth: number;
  /** Of the branch; a root's is 1 and means nothing. */
  side: 1 | -1;
  colour: BranchColour | null;
  body: Body;
  x: number;
  y: number;
  isPlaced: boolean;
  hidden: number;
  comments: number;
  top: Contour;
  bottom: Contour;
  /** For roots: the reach to both sides, and up and down. */
  span: { left: number; right: number };
}

/** Where the branch to a child begins, relative to the node's origin. */
export function exitTo(node: Node, side: 1 | -1): Point {
  // A root's branches begin under its soft shape, so that they come out of it as one limb.
  if (node.depth === 0) return { x: side * Math.max(0, node.body.reach - 12), y: 0 };
  return { x: node.side * node.body.reach, y: 0 };
}

/** Widths of a node's branch: where it leaves the parent, and where it arrives. */
export function lineWidths(node: Node): readonly [number, number] {
  const level = levelOf(node.depth);
  const isFromRoot = node.parent !== null && node.parent.depth === 0;
  const start = isFromRoot ? LINE_STARTS[1] : LINE_STARTS[level];
  return [start ?? 1.6, LINE_ENDS[level] ?? 1.6];
}

/** The node's own steps of a contour: its box, with air behind its end. */
export function ownSteps(node: Node, sign: 1 | -1): readonly number[] {
  const { rect, reach } = node.body;
  return [reach + END_AIR + (node.hidden > 0 ? 26 : 0), sign === -1 ? rect.y : rect.y + rect.height];
}

export function originOf(node: Node): Point {
  let [x, y] = [node.x, node.y];
  for (let above = node.parent; above !== null; above = above.parent) {
    x += above.x;
    y += above.y;
  }
  return { x, y };
}
