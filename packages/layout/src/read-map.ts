import { childrenOf, type ItemId, type MindMap } from '@bough/map';

// What a layout reads of a map beyond its items.

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

/** Sides of a root's children: as set; those without one fill the right side with the first half, the left with the rest. */
export function sidesOf(map: MindMap, ids: readonly ItemId[]): Map<ItemId, 1 | -1> {
  const free = ids.filter((id) => map.items.get(id)?.side === null && map.items.get(id)?.offset === null);
  const right = new Set(free.slice(0, Math.ceil(free.length / 2)));
  return new Map(
    ids.map((id) => [id, (map.items.get(id)?.side ?? (right.has(id) ? 'right' : 'left')) === 'right' ? 1 : -1]),
  );
}

/** How many items stand below this one. */
export function countBelow(map: MindMap, id: ItemId): number {
  let count = 0;
  const open = [...childrenOf(map, id)];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    count++;
    for (const child of childrenOf(map, at)) open.push(child);
  }
  return count;
}

/** Open comments by item. */
export function commentCounts(map: MindMap): ReadonlyMap<string, number> {
  if (map.threads.size === 0) return NO_COUNTS;
  const counts = new Map<string, number>();
  for (const { item, isResolved, comments } of map.threads.values())
    if (!isResolved) counts.set(item, (counts.get(item) ?? 0) + comments.length);
  return counts;
}
