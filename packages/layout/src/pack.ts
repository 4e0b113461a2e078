import { mergeContours, packChildren, sameContour, shifted, simplify } from './contour.ts';
import { BRANCH_AIR, LEAF_AIR, levelOf } from './measures.ts';
import { type Node, ownSteps } from './node.ts';

// Gives the children of one node their places and the node its contours. Depends on the children's contours alone, so that a
// change deep down is packed once per ancestor, and stops where a contour comes out as it was.

/** Places the node's children; true when the node's own contours have changed. `moved` hears of each child that has a new place. */
export function pack(node: Node, moved: (child: Node, dx: number, dy: number) => void): boolean {
  let top: number[] = [...ownSteps(node, -1)];
  let bottom: number[] = [...ownSteps(node, 1)];
  const span = { left: node.body.rect.width / 2, right: node.body.rect.width / 2 };
  for (const side of node.depth === 0 ? ([1, -1] as const) : [node.side]) {
    const packed = node.children.filter((child) => !child.isPlaced && child.side === side);
    if (packed.length === 0) continue;
    const places = centred(packed);
    const start = node.body.reach + gapFor(node, places);
    packed.forEach((child, i) => put(child, side * start, places[i] ?? 0, moved));
    const outline = outlineOf(packed, places);
    const reach = start + Math.max(outline.top.at(-2) ?? 0, outline.bottom.at(-2) ?? 0);
    if (side === 1) span.right = Math.max(span.right, reach);
    else span.left = Math.max(span.left, reach);
    const [first, last] = [Math.min(0, places[0] ?? 0) - 4, Math.max(0, places.at(-1) ?? 0) + 4];
    const own = node.body.reach;
    const { y: above } = node.body.rect;
    const below = above + node.body.rect.height;
    const sideTop = shifted([own, above, start, Math.min(first, above)], outline.top, start, 0);
    const sideBottom = shifted([own, below, start, Math.max(last, below)], outline.bottom, start, 0);
    if (node.depth === 0) {
      top = mergeContours(top, sideTop, 0, -1);
      bottom = mergeContours(bottom, sideBottom, 0, 1);
    } else {
      top = sideTop;
      bottom = sideBottom;
    }
  }
  for (const child of node.children) {
    if (child.isPlaced) put(child, child.item.offset?.x ?? 0, child.item.offset?.y ?? 0, moved);
  }
  simplify(top, -1);
  simplify(bottom, 1);
  const isSame =
    sameContour(top, node.top) &&
    sameContour(bottom, node.bottom) &&
    span.left === node.span.left &&
    span.right === node.span.right;
  node.top = top;
  node.bottom = bottom;
  node.span = span;
  return !isSame;
}

function put(child: Node, x: number, y: number, moved: (child: Node, dx: number, dy: number) => void): void {
  if (child.x === x && child.y === y) return;
  const [dx, dy] = [x - child.x, y - child.y];
  child.x = x;
  child.y = y;
  moved(child, dx, dy);
}

/** The children's places, the middle between the first and the last at the height of the parent's line. */
function centred(children: readonly Node[]): number[] {
  const places = packChildren(
    children.map((child) => {
      const level = levelOf(child.depth);
      return {
        top: child.top,
        bottom: child.bottom,
        air: (child.children.length > 0 ? BRANCH_AIR : LEAF_AIR)[level] ?? 3,
      };
    }),
  );
  const middle = ((places[0] ?? 0) + (places.at(-1) ?? 0)) / 2;
  return places.map((y) => Math.round((y - middle) * 4) / 4);
}

/** Room for the branches to swing out: more for a wide fan. Stepped, so that a typed line does not push everything outward. */
function gapFor(node: Node, places: readonly number[]): number {
  const spread = Math.max(Math.abs(places[0] ?? 0), Math.abs(places.at(-1) ?? 0));
  const gap = node.depth === 0 ? Math.min(208, 64 + spread * 0.18) : Math.min(120, 34 + spread * 0.2);
  return Math.round(gap / 8) * 8;
}

function outlineOf(children: readonly Node[], places: readonly number[]): { top: number[]; bottom: number[] } {
  let top: number[] = [];
  let bottom: number[] = [];
  children.forEach((child, i) => {
    top = simplify(mergeContours(top, child.top, places[i] ?? 0, -1), -1);
    bottom = simplify(mergeContours(bottom, child.bottom, places[i] ?? 0, 1), 1);
  });
  return { top, bottom };
}
