import { childrenOf, type ItemId, type MindMap } from '@bough/map';
import { isBelow } from '../commands/edits/tree-walk.ts';

/**
 * What stands beside a branch: everything but itself, what is below it, and the way up to its root. The topmost
 * items only, and the links (`link:<id>`) that leave the branch. By the names of their groups in the picture.
 */
export function besides(map: MindMap, branch: ItemId): ReadonlySet<string> {
  const others = new Set<string>();
  for (let id: ItemId | null = branch; id !== null;) {
    const parent: ItemId | null = map.items.get(id)?.parent ?? null;
    for (const sibling of childrenOf(map, parent)) if (sibling !== id) others.add(sibling);
    id = parent;
  }
  const top = new Set([branch]);
  const isWithin = (id: ItemId): boolean => id === branch || isBelow(map, id, top);
  for (const link of map.links.values()) {
    if (!isWithin(link.from) || !isWithin(link.to)) others.add(`link:${link.id}`);
  }
  return others;
}
