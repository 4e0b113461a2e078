import type { ItemId } from './model.ts';
import { LIMITS } from './limits.ts';
import type { MapState } from '../state/state.ts';

// Levels: a root stands on level 1. Walking up costs the depth, which is limited; walking down could cost the map, so each
// list of children keeps an upper bound of the levels below (`reach`), and only a bound that forbids a move is made exact.

/** The level of a live item; 0 for null, which stands above the roots. */
function levelOf(map: MapState, id: ItemId | null): number {
  let level = 0;
  for (let at = id; at !== null; level++) at = map.items.get(at)?.parent ?? null;
  return level;
}

/** Whether a new item may stand below this one (null: as a root). */
export function mayHaveChild(map: MapState, parent: ItemId | null): boolean {
  if (map.roots.reach < LIMITS.depth) return true;
  // Where one stands, another one may.
  const siblings = parent === null ? map.roots : map.children.get(parent);
  return (siblings !== undefined && siblings.length > 0) || levelOf(map, parent) < LIMITS.depth;
}

/** Whether a subtree, live or gone, may stand below this live item (null: as a root). */
export function fitsBelow(map: MapState, parent: ItemId | null, root: ItemId): boolean {
  const reach = map.children.get(root)?.reach ?? 0;
  // In a map that is nowhere near the limit nobody has to count.
  if (map.roots.reach + 1 + reach <= LIMITS.depth) return true;
  const level = levelOf(map, parent);
  if (level + 1 + reach <= LIMITS.depth) return true;
  return level + 1 + exactReach(map, root) <= LIMITS.depth;
}

/** Counts the levels below an item, and corrects all bounds on the way. */
function exactReach(map: MapState, root: ItemId): number {
  const order: ItemId[] = [root];
  for (let i = 0; i < order.length; i++) {
    const id = order[i];
    if (id !== undefined) for (const child of map.childList(id)) order.push(child);
  }
  for (let i = order.length - 1; i >= 0; i--) {
    const list = map.children.get(order[i] ?? root);
    if (list === undefined) continue;
    list.reach = 0;
    for (const child of list.snapshot()) list.reach = Math.max(list.reach, (map.children.get(child)?.reach ?? 0) + 1);
  }
  return map.children.get(root)?.reach ?? 0;
}
