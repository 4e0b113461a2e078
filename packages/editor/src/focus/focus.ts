import { childrenOf, type ItemId, type MindMap } from '@bough/map';

/** What stands beside a branch: everything but itself, what is below it, and the way up to its root. The topmost items only. */
export function besides(map: MindMap, branch: ItemId): ReadonlySet<ItemId> {
  const others = new Set<ItemId>();
  for (let id: ItemId | null = branch; id !== null;) {
    const parent: ItemId | null = map.items.get(id)?.parent ?? null;
    for (const sibling of childrenOf(map, parent)) if (sibling !== id) others.add(sibling);
    id = parent;
  }
  return others;
}
