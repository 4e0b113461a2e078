import type { Command } from '@bough/scene';
import { branchPulled } from '../draw/item-group.ts';
import type { Pulled } from '../layout.ts';
import { exitTo, type Node, reachOf, startX } from '../place/node.ts';

/**
 * How a branch looks while it is pulled so far from its place. It stays attached; past the middle of its root it hangs at the other
 * side, and what is below it stands mirrored.
 */
export function pull(node: Node, dx: number, dy: number): Pulled {
  const lines = new Map<string, Command>();
  const shifts = new Map<string, number>();
  const { parent } = node;
  if (parent === null) return { lines, shifts };
  const isAcross = parent.depth === 0 && (node.x + dx) * node.side < 0;
  if (!isAcross) {
    const from = { x: node.x + dx, y: node.y + dy };
    const through = (node.item.linePoints ?? []).map(({ x, y }) => ({ x: x - from.x, y: y - from.y }));
    lines.set(node.id, branchPulled(node, { x: startX(node) - dx, y: -from.y }, false, through));
    return { lines, shifts };
  }
  const other = node.side === 1 ? -1 : 1;
  lines.set(node.id, branchPulled(node, { x: exitTo(parent, other).x - node.x - dx, y: -node.y - dy }, true));
  // Words keep their direction: each group moves so that its far end stands where its beginning would.
  const waiting = [node];
  for (let above = waiting.pop(); above !== undefined; above = waiting.pop()) {
    for (const child of above.children) {
      const apart = child.side * (reachOf(child) - reachOf(above));
      shifts.set(child.id, -2 * child.x - apart);
      lines.set(child.id, branchPulled(child, { x: child.x + apart, y: -child.y }, true));
      waiting.push(child);
    }
  }
  return { lines, shifts };
}
