import { Outline, outlineLeaves, packChildren, packLeaves } from './contour.ts';
import { BRANCH_AIR, LEAF_AIR, type Level, levelOf } from './measures.ts';
import { type Node, ownEnd } from './node.ts';

// Gives the children of one node their places and the node its contours. Depends on the children's contours alone, so that a
// change deep down is packed once per ancestor, and stops where a contour comes out as it was.

/** Hears of each child that has a new place, and by how much it moved. */
export type OnMove = (child: Node, dx: number, dy: number) => void;

const buffers = { top: new Outline(), bottom: new Outline(), fanTop: new Outline(), fanBottom: new Outline() };

/** Places the node's children; true when the node's own contours have changed. */
export function pack(node: Node, moved: OnMove): boolean {
  if (node.children.length === 0) return packLeaf(node);
  const { top, bottom } = buffers;
  const { rect } = node.body;
  top.clear();
  bottom.clear();
  top.step(ownEnd(node), rect.y);
  bottom.step(ownEnd(node), rect.y + rect.height);
  const half = rect.width / 2;
  let left = half;
  let right = half;
  if (node.depth === 0 || node.side === 1) right = Math.max(half, packSide(node, 1, moved));
  if (node.depth === 0 || node.side === -1) left = Math.max(half, packSide(node, -1, moved));
  if (node.hasPlaced) {
    for (const child of node.children)
      if (child.isPlaced) put(child, child.item.offset?.x ?? 0, child.item.offset?.y ?? 0, moved);
  }
  top.simplify(-1);
  bottom.simplify(1);
  const keptTop = top.keep(node.top);
  const keptBottom = bottom.keep(node.bottom);
  const isSame =
    keptTop === node.top && keptBottom === node.bottom && left === node.reachLeft && right === node.reachRight;
  node.top = keptTop;
  node.bottom = keptBottom;
  node.reachLeft = left;
  node.reachRight = right;
  return !isSame;
}

function packLeaf(node: Node): boolean {
  const { y, width, height } = node.body.rect;
  const end = ownEnd(node);
  const half = width / 2;
  const { top, bottom } = node;
  const isSame = top.length === 2 && top[0] === end && top[1] === y && bottom.length === 2 && bottom[1] === y + height;
  if (!isSame) {
    node.top = [end, y];
    node.bottom = [end, y + height];
  }
  const isAsWide = node.reachLeft === half && node.reachRight === half;
  node.reachLeft = half;
  node.reachRight = half;
  return !isSame || !isAsWide;
}

/** Places the children of one side and takes them into the contours; answers how far out they reach, 0 for none. */
function packSide(node: Node, side: 1 | -1, moved: OnMove): number {
  const packed =
    node.depth === 0 || node.hasPlaced ? node.children.filter((one) => isPackedOn(one, side)) : node.children;
  if (packed.length === 0) return 0;
  // A contour of one step is the item alone.
  const isRow = packed.every((child) => child.top.length === 2);
  const places = placesOf(packed, levelOf(node.depth + 1), isRow);
  const own = node.body.reach;
  const start = own + gapFor(node, places);
  for (let i = 0; i < packed.length; i++) {
    const child = packed[i];
    if (child !== undefined) put(child, side * start, places[i] ?? 0, moved);
  }
  outlineFan(packed, places, isRow);
  const { top, bottom, fanTop, fanBottom } = buffers;
  const { y: above, height } = node.body.rect;
  const first = Math.min(0, places[0] ?? 0) - 4;
  const last = Math.max(0, places.at(-1) ?? 0) + 4;
  around(top, fanTop, own, above, start, Math.min(first, above), node.depth === 0 ? -1 : null);
  around(bottom, fanBottom, own, above + height, start, Math.max(last, above + height), node.depth === 0 ? 1 : null);
  return start + Math.max(fanTop.end, fanBottom.end);
}

/** The children's places, the middle between the first and the last at the height of the parent's line. */
function placesOf(children: readonly Node[], level: Level, isRow: boolean): number[] {
  const places = isRow
    ? packLeaves(children, LEAF_AIR[level])
    : packChildren(
        children,
        children.map((child) => (child.top.length > 2 ? BRANCH_AIR[level] : LEAF_AIR[level])),
      );
  const middle = ((places[0] ?? 0) + (places.at(-1) ?? 0)) / 2;
  for (let i = 0; i < places.length; i++) places[i] = Math.round(((places[i] ?? 0) - middle) * 4) / 4;
  return places;
}

function outlineFan(children: readonly Node[], places: readonly number[], isRow: boolean): void {
  const { fanTop, fanBottom } = buffers;
  fanTop.clear();
  fanBottom.clear();
  if (isRow) outlineLeaves(children, places, fanTop, fanBottom);
  for (let i = 0; i < children.length && !isRow; i++) {
    const child = children[i];
    if (child === undefined) continue;
    fanTop.take(child.top, 1, 0, places[i] ?? 0, -1);
    fanTop.simplify(-1);
    fanBottom.take(child.bottom, 1, 0, places[i] ?? 0, 1);
    fanBottom.simplify(1);
  }
  fanTop.simplify(-1);
  fanBottom.simplify(1);
}

const whole = new Outline();

/** The node's own step, the swing of its branches, then its children; a root has that on both sides, the outer one counts. */
function around(
  outline: Outline,
  fan: Outline,
  own: number,
  y: number,
  start: number,
  swing: number,
  sign: 1 | -1 | null,
): void {
  const target = sign === null ? outline : whole;
  target.clear();
  target.step(own, y);
  target.step(start, swing);
  target.append(fan, start);
  if (sign !== null) outline.take(whole, 1, 0, 0, sign);
}

function isPackedOn(child: Node, side: 1 | -1): boolean {
  return !child.isPlaced && child.side === side;
}

function put(child: Node, x: number, y: number, moved: OnMove): void {
  if (child.x === x && child.y === y) return;
  const dx = x - child.x;
  const dy = y - child.y;
  child.x = x;
  child.y = y;
  moved(child, dx, dy);
}

/** Room for the branches to swing out: more for a wide fan. Stepped, so that a typed line does not push everything outward. */
function gapFor(node: Node, places: readonly number[]): number {
  const spread = Math.max(Math.abs(places[0] ?? 0), Math.abs(places.at(-1) ?? 0));
  const gap = node.depth === 0 ? Math.min(208, 64 + spread * 0.18) : Math.min(120, 34 + spread * 0.2);
  return Math.round(gap / 8) * 8;
}
