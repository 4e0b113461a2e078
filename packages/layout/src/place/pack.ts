import {
  ABOVE_LINE,
  BRANCH_AIR,
  END_AIR,
  LEAF_AIR,
  type Level,
  LINE_HEIGHT,
  levelOf,
  TEXT_SIZES,
} from '../measure/measures.ts';
import { type Contour, NO_CONTOUR, Outline, packChildren, type Packed } from './contour.ts';
import { FAN_STEM, STEM_GAP, type Node, ownEnd, reachOf } from './node.ts';

// Gives the children of one node their places and the node its contours. Depends on the children's contours alone, so that a
// change deep down is packed once per ancestor, and stops where a contour comes out as it was.

/** Hears of each child that has a new place, by how much it moved, and whether its branch is bent otherwise now. */
export type OnMove = (child: Node, dx: number, dy: number, isBent: boolean) => void;

const top = new Outline();
const bottom = new Outline();
const fanTop = new Outline();
const fanBottom = new Outline();
const limb = new Outline();

/** Places the node's children; true when the room that the node takes may be another one. */
export function pack(node: Node, moved: OnMove): boolean {
  const half = node.boxWidth / 2;
  if (node.children.length === 0) {
    keep(node, NO_CONTOUR, NO_CONTOUR, half, half);
    return true;
  }
  top.clear();
  bottom.clear();
  top.step(ownEnd(node), node.boxTop);
  bottom.step(ownEnd(node), node.boxTop + node.boxHeight);
  const right = node.depth === 0 || node.side === 1 ? packSide(node, 1, moved) : 0;
  const left = node.depth === 0 || node.side === -1 ? packSide(node, -1, moved) : 0;
  if (node.hasPlaced) {
    for (const child of node.children)
      if (child.isPlaced) put(child, child.item.offset?.x ?? 0, child.item.offset?.y ?? 0, false, moved);
  }
  if (right === 0 && left === 0) {
    keep(node, NO_CONTOUR, NO_CONTOUR, half, half);
    return true;
  }
  top.simplify(-1);
  bottom.simplify(1);
  return keep(node, top.keep(node.top), bottom.keep(node.bottom), Math.max(half, left), Math.max(half, right));
}

/** True when something of it is new. */
function keep(node: Node, kept: Contour, keptBottom: Contour, left: number, right: number): boolean {
  const isNew = kept !== node.top || keptBottom !== node.bottom;
  if (isNew) {
    node.top = kept;
    node.bottom = keptBottom;
  }
  if (node.depth > 0 || (node.reach.left === left && node.reach.right === right)) return isNew;
  node.reach = { left, right };
  return true;
}

/** Places the children of one side and takes them into the contours; answers how far out they reach, 0 for none. */
function packSide(node: Node, side: 1 | -1, moved: OnMove): number {
  const packed =
    node.depth === 0 || node.hasPlaced ? node.children.filter((one) => isPackedOn(one, side)) : node.children;
  if (packed.length === 0) {
    if (node.depth === 0) isFanNew(node, side, 0, 0);
    return 0;
  }
  const isRow = packed.every((child) => child.top.length === 0);
  const places = placesOf(packed, levelOf(node.depth + 1), isRow, liftOf(node));
  const first = places[0] ?? 0;
  const last = places[places.length - 1] ?? 0;
  const gap = gapFor(node, first, last);
  const isBent = node.depth === 0 ? isFanNew(node, side, first, last) : gap !== node.gap;
  node.gap = gap;
  const own = reachOf(node);
  const start = own + gap;
  for (let i = 0; i < packed.length; i++) {
    const child = packed[i];
    if (child !== undefined) put(child, side * start, places[i] ?? 0, isBent, moved);
  }
  outlineFan(packed, places);
  const above = node.boxTop;
  const below = above + node.boxHeight;
  around(node, top, fanTop, above, Math.min(first, -2), -1);
  around(node, bottom, fanBottom, below, Math.max(last, 2), 1);
  return start + Math.max(fanTop.end, fanBottom.end);
}

/** The children's places: the middle between the first and the last is that of the parent. */
function placesOf(children: readonly Node[], level: Level, isRow: boolean, lift: number): number[] {
  const places = isRow
    ? rowOf(children, LEAF_AIR[level])
    : packChildren(children.map((child) => outlineOf(child, level)));
  const [first, last] = [children[0], children[children.length - 1]];
  const highest = (places[0] ?? 0) + (first === undefined ? 0 : liftOf(first));
  const lowest = (places[places.length - 1] ?? 0) + (last === undefined ? 0 : liftOf(last));
  const middle = (highest + lowest) / 2 - lift;
  for (let i = 0; i < places.length; i++) places[i] = Math.round(((places[i] ?? 0) - middle) * 4) / 4;
  return places;
}

/** How far above the middle of one line that of a tall item is: children stand around the words, not below them. */
function liftOf(node: Node): number {
  const oneLine = (TEXT_SIZES[levelOf(node.depth)] * LINE_HEIGHT + ABOVE_LINE) / 2;
  return Math.min(0, node.boxTop + node.boxHeight / 2 + oneLine);
}

/** Where leaves stand, one below the other. */
function rowOf(leaves: readonly Node[], air: number): number[] {
  const places: number[] = [];
  let y = 0;
  let before: Node | null = null;
  for (const leaf of leaves) {
    if (before !== null) y += 2 * air + before.boxTop + before.boxHeight - leaf.boxTop;
    places.push(y);
    before = leaf;
  }
  return places;
}

function outlineOf(child: Node, level: Level): Packed {
  const { top: above, bottom: below, boxTop } = child;
  if (above.length > 0) return { top: above, bottom: below, air: BRANCH_AIR[level] };
  const end = ownEnd(child);
  return { top: [end, boxTop], bottom: [end, boxTop + child.boxHeight], air: LEAF_AIR[level] };
}

/** The outline of children in order: the first hides what is below it, the last what is above, as far out as they reach. */
function outlineFan(children: readonly Node[], places: readonly number[]): void {
  fanTop.clear();
  fanBottom.clear();
  for (let i = 0; i < children.length; i++) {
    const child = children[i];
    if (child === undefined) continue;
    const y = places[i] ?? 0;
    if (child.top.length > 0) fanTop.behind(child.top, y);
    else if (ownEnd(child) > fanTop.end) fanTop.step(ownEnd(child), child.boxTop + y);
  }
  for (let i = children.length - 1; i >= 0; i--) {
    const child = children[i];
    if (child === undefined) continue;
    const y = places[i] ?? 0;
    if (child.bottom.length > 0) fanBottom.behind(child.bottom, y);
    else if (ownEnd(child) > fanBottom.end) fanBottom.step(ownEnd(child), child.boxTop + child.boxHeight + y);
  }
  fanTop.simplify(-1);
  fanBottom.simplify(1);
}

/** Clear of a branch's line, at least. */
const LINE_AIR = 4;
/** Words keep air behind their end, of which a line needs less: so far behind the words does its swing begin to need room. */
const SWING_FROM = END_AIR - LINE_AIR;
/** How far out of their gap branches are when they have gone so much of their height: along the cubic of branch-shape.ts. */
const SWING = [
  [0.13, 0.04],
  [0.2, 0.1],
  [0.26, 0.18],
  [0.32, 0.28],
  [0.37, 0.38],
  [0.42, 0.5],
  [0.49, 0.62],
  [0.56, 0.74],
  [0.66, 0.86],
  [0.8, 0.96],
  [1, 1],
] as const;

/** The node's own step, the swing of its branches, then its children; a root has that on both sides, the outer one counts. */
function around(node: Node, outline: Outline, fan: Outline, y: number, furthest: number, sign: 1 | -1): void {
  const own = reachOf(node);
  const level = levelOf(node.depth);
  // Packing adds a branch's air to all of this. It parts the fans; words stand beside those of their siblings as leaves do.
  const wordsAir = BRANCH_AIR[level] - LEAF_AIR[level];
  // And a line needs less air than words.
  const lineAir = Math.max(0, BRANCH_AIR[level] + LEAF_AIR[level] - LINE_AIR);
  const target = node.depth === 0 ? limb : outline;
  target.clear();
  target.step(own + Math.min(node.gap, SWING_FROM), y - sign * wordsAir);
  for (const [out, share] of SWING) {
    const end = Math.min(node.gap, SWING_FROM + node.gap * out);
    target.step(own + end, sign * Math.max(0, Math.abs(furthest) * share - lineAir));
    if (end === node.gap) break;
  }
  target.append(fan, own + node.gap);
  if (node.depth === 0) outline.take(limb.keep(NO_CONTOUR), sign);
}

function isPackedOn(child: Node, side: 1 | -1): boolean {
  return !child.isPlaced && child.side === side;
}

function put(child: Node, x: number, y: number, isBent: boolean, moved: OnMove): void {
  const dx = x - child.x;
  const dy = y - child.y;
  if (dx === 0 && dy === 0 && !isBent) return;
  child.moveTo(x, y);
  // Its branch begins at the parent's box there, not at a gap that moves along.
  const isFromBox = child.depth === 1 || child.isPlaced;
  moved(child, dx, dy, isBent || dy !== 0 || (isFromBox && dx !== 0));
}

/** So far apart are the steps of a fan's height: a typed line need not bend all branches anew. */
const FAN_STEP = 64;

/** Notes how far up or down a root's branches stand on that side; true where that bends them otherwise. */
function isFanNew(root: Node, side: 1 | -1, first: number, last: number): boolean {
  const fan = Math.round(Math.max(Math.abs(first), Math.abs(last)) / FAN_STEP) * FAN_STEP;
  const { left, right } = root.fans;
  if (fan === (side === 1 ? right : left)) return false;
  root.fans = side === 1 ? { left, right: fan } : { left: fan, right };
  return true;
}

/** Room for the branches to swing out: more for a wide fan. Stepped, so that a typed line does not push everything outward. */
function gapFor(node: Node, first: number, last: number): number {
  const spread = Math.max(Math.abs(first), Math.abs(last));
  if (node.depth > 0 && spread > FAN_STEM) return STEM_GAP;
  const gap = node.depth === 0 ? Math.min(208, 64 + spread * 0.18) : Math.min(96, 34 + spread * 0.15);
  return Math.round(gap / 8) * 8;
}
