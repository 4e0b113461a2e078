import type { ItemId, Point, Side } from '@bough/map';
import { grow, holds, type Rect } from '@bough/scene';
import { branchCurve } from '../draw/branch-shape.ts';
import type { Drop, ItemBox } from '../layout.ts';
import { exitTo, type Node, originOf, partingAt, reachOf } from '../place/node.ts';

const NEAR = 220;
const GHOST_WIDTH = 96;
const GHOST_HEIGHT = 22;

interface Tree {
  readonly nodes: ReadonlyMap<string, Node>;
}

/**
 * Where something dropped at the point would land. On an item: its last child. Near the end of an item's words, outward: its
 * child, at the height of the point. Above or below an item: its sibling there. Far from everything: a root of its own.
 */
export function findDrop(
  point: Point,
  dragged: ReadonlySet<ItemId>,
  tree: Tree,
  boxesIn: (rect: Rect) => ItemBox[],
): Drop | null {
  const near = boxesIn(grow({ ...point, width: 0, height: 0 }, NEAR)).filter(
    (box) => !isDragged(box.id, tree, dragged),
  );
  if (near.length === 0) {
    const isAnythingLeft = [...tree.nodes.keys()].some((id) => !isDragged(id, tree, dragged));
    return isAnythingLeft ? asRoot(point) : null;
  }
  const best = near.reduce((a, b) => (distance(a, point) <= distance(b, point) ? a : b));
  const node = tree.nodes.get(best.id);
  if (node === undefined || distance(best, point) > NEAR) return asRoot(point);
  // The upper and the lower edge of an item mean: next to it.
  const down = (point.y - best.y) / best.height;
  const isOn = holds(best, point.x, point.y) && down > 0.22 && down < 0.78;
  if (isOn || node.parent === null) return asChild(node, point, dragged, isOn);
  const past = node.side === 1 ? point.x - (best.x + best.width) : best.x - point.x;
  if (past > -12) return asChild(node, point, dragged, false);
  return asChild(node.parent, point, dragged, false);
}

function isDragged(id: string, tree: Tree, dragged: ReadonlySet<ItemId>): boolean {
  for (let node = tree.nodes.get(id) ?? null; node !== null; node = node.parent) if (dragged.has(node.id)) return true;
  return false;
}

function distance(box: Rect, point: Point): number {
  const dx = Math.max(box.x - point.x, 0, point.x - box.x - box.width);
  const dy = Math.max(box.y - point.y, 0, point.y - box.y - box.height);
  return Math.hypot(dx, dy * 1.4);
}

function asRoot(point: Point): Drop {
  const ghost = {
    x: point.x - GHOST_WIDTH / 2,
    y: point.y - GHOST_HEIGHT / 2,
    width: GHOST_WIDTH,
    height: GHOST_HEIGHT,
  };
  return { parent: null, index: Number.MAX_SAFE_INTEGER, side: null, ghost, curve: null };
}

function asChild(parent: Node, point: Point, dragged: ReadonlySet<ItemId>, isLast: boolean): Drop {
  const origin = originOf(parent);
  const direction = parent.depth === 0 ? (point.x < origin.x ? -1 : 1) : parent.side;
  const side: Side = direction === 1 ? 'right' : 'left';
  const children = parent.children.filter((child) => !dragged.has(child.id));
  const level = children.filter((child) => child.side === direction && !child.isPlaced);
  const below = isLast ? undefined : level.find((child) => origin.y + child.y + middleOf(child) > point.y);
  const after = below === undefined ? level.at(-1) : level[level.indexOf(below) - 1];
  const last = after === undefined ? children.length : children.indexOf(after) + 1;
  const index = below === undefined ? last : children.indexOf(below);
  const exit = exitTo(parent, direction);
  const x = below?.x ?? after?.x ?? direction * (reachOf(parent) + 44);
  const y = between(after, below);
  const start = { x: origin.x + exit.x, y: origin.y + exit.y };
  const end = { x: origin.x + x, y: origin.y + y };
  const curve = branchCurve(start, end, direction, [], partingAt(parent, direction, y))[0];
  const ghost = {
    x: direction === 1 ? end.x : end.x - GHOST_WIDTH,
    y: end.y - GHOST_HEIGHT,
    width: GHOST_WIDTH,
    height: GHOST_HEIGHT,
  };
  return {
    parent: parent.id,
    index,
    side: parent.depth === 0 ? side : null,
    ghost,
    curve: curve === undefined ? null : [curve.a, curve.b, curve.c, curve.d],
  };
}

function middleOf({ body }: Node): number {
  return body.y + body.height / 2;
}

function between(above: Node | undefined, below: Node | undefined): number {
  if (above !== undefined && below !== undefined) return (above.y + below.y) / 2;
  if (above !== undefined) return above.y + GHOST_HEIGHT + 12;
  if (below !== undefined) return below.y - GHOST_HEIGHT - 12;
  return 0;
}
