import { unreachable } from '@bough/base';
import type { ItemId } from '@bough/map';
import type { Rect } from '@bough/scene';
import type { Direction, ItemBox } from '../layout.ts';
import { type Node, originOf } from '../place/node.ts';
import { boxOf } from './boxes.ts';

/** The item that an arrow key means. Along the branch: the parent, or the child at the same height; else what is seen there. */
export function findNeighbour(
  node: Node,
  direction: Direction,
  all: Rect,
  boxesIn: (rect: Rect) => ItemBox[],
): ItemId | null {
  if (direction === 'left' || direction === 'right') {
    const outward = direction === 'right' ? 1 : -1;
    if (node.parent !== null && node.side !== outward) return node.parent.id;
    const children = node.children.filter((child) => child.side === outward);
    const nearest = children.toSorted((a, b) => Math.abs(a.y) - Math.abs(b.y))[0];
    if (nearest !== undefined) return nearest.id;
  }
  const from = boxOf(node, originOf(node));
  for (const reach of [160, 640, Infinity]) {
    const area = inDirection(from, direction, reach, all);
    let best: ItemId | null = null;
    let least = Infinity;
    for (const box of boxesIn(area)) {
      const score = box.id === node.id ? null : scoreOf(from, box, direction);
      if (score !== null && score < least) {
        least = score;
        best = box.id;
      }
    }
    if (best !== null) return best;
  }
  return null;
}

function inDirection(from: Rect, direction: Direction, reach: number, all: Rect): Rect {
  const right = all.x + all.width;
  const bottom = all.y + all.height;
  const sideways = reach * 1.5;
  const left = Math.max(all.x, from.x - sideways);
  const top = Math.max(all.y, from.y - sideways);
  const width = Math.min(right, from.x + from.width + sideways) - left;
  const height = Math.min(bottom, from.y + from.height + sideways) - top;
  switch (direction) {
    case 'left': {
      const x = Math.max(all.x, from.x - reach);
      return { x, y: top, width: Math.max(0, from.x - x), height };
    }
    case 'right':
      return {
        x: from.x + from.width,
        y: top,
        width: Math.max(0, Math.min(right - from.x - from.width, reach)),
        height,
      };
    case 'up': {
      const y = Math.max(all.y, from.y - reach);
      return { x: left, y, width, height: Math.max(0, from.y + from.height / 2 - y) };
    }
    case 'down': {
      const y = from.y + from.height / 2;
      return { x: left, y, width, height: Math.max(0, Math.min(bottom - y, reach)) };
    }
    default:
      return unreachable(direction);
  }
}

/** Less is nearer; null when the box is not that way. Out of line weighs more than far. */
function scoreOf(from: Rect, to: Rect, direction: Direction): number | null {
  const isVertical = direction === 'up' || direction === 'down';
  const sign = direction === 'down' || direction === 'right' ? 1 : -1;
  const [fromMiddle, toMiddle] = isVertical
    ? [from.y + from.height / 2, to.y + to.height / 2]
    : [from.x + from.width / 2, to.x + to.width / 2];
  const ahead = (toMiddle - fromMiddle) * sign;
  if (ahead <= 1) return null;
  const [a, b] = isVertical ? [from.x, from.x + from.width] : [from.y, from.y + from.height];
  const [c, d] = isVertical ? [to.x, to.x + to.width] : [to.y, to.y + to.height];
  const aside = Math.max(0, c - b, a - d);
  const starts = Math.abs(a - c) * 0.05;
  return ahead + aside * 2.5 + starts;
}
