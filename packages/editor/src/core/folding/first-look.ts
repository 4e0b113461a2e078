import { childrenOf, type Item, type ItemId, type MindMap } from '@bough/map';

/** About so many items can be read at once: a map of more opens folded. */
export const READABLE = 300;
/** Fewer roots than that, and nothing else, tell nothing of a map. */
const FEW_ROOTS = 10;

/**
 * What is folded when somebody first looks at a map of more than 300 items: level by level from the roots, as many levels as keep
 * to that number. Null: the map has no more, or nothing to fold at that level.
 */
export function firstLook(map: MindMap, isFolded: (item: Item) => boolean): ReadonlyMap<ItemId, boolean> | null {
  let level = childrenOf(map, null);
  let seen = 0;
  for (let depth = 0; level.length > 0; depth++) {
    seen += level.length;
    const open = level.filter((id) => {
      const item = map.items.get(id);
      return item !== undefined && !isFolded(item) && childrenOf(map, id).length > 0;
    });
    const next = open.flatMap((id) => childrenOf(map, id));
    const isRootsAlone = depth === 0 && level.length < FEW_ROOTS;
    if (seen + next.length > READABLE && !isRootsAlone) {
      return open.length === 0 ? null : new Map(open.map((id) => [id, true]));
    }
    level = next;
  }
  return null;
}
