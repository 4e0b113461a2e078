import { childrenOf, type Item, type ItemId, type MindMap } from '@bough/map';
import { isNarrow, type View } from '../camera/camera.ts';

/** About so many items can be read at once: a map of more opens folded. */
export const READABLE = 300;
/** Fewer roots than that, and nothing else, tell nothing of a map. */
const FEW_ROOTS = 10;

/** How high a row of a map is where it can just be read: at 80 %. */
const ROW = 22;

/** How many items of one level a window has room for, so that they can be read: on a phone those of one side of the root. */
export function roomIn(view: View): number {
  const { height, insets } = view;
  const rows = Math.floor((height - insets.top - insets.bottom) / ROW);
  return Math.max(FEW_ROOTS, (isNarrow(view) ? 1 : 2) * rows);
}

/**
 * What is folded when somebody first looks at a map of more than 300 items: level by level from the roots, as many levels as keep
 * to that number, none of which is larger than there is room for. Null: the map has no more, or nothing to fold at that level.
 */
export function firstLook(
  map: MindMap,
  isFolded: (item: Item) => boolean,
  room = READABLE,
): ReadonlyMap<ItemId, boolean> | null {
  let level = childrenOf(map, null);
  let seen = 0;
  let found: readonly ItemId[] | null = null;
  for (let depth = 0; level.length > 0; depth++) {
    seen += level.length;
    const open = level.filter((id) => {
      const item = map.items.get(id);
      return item !== undefined && !isFolded(item) && childrenOf(map, id).length > 0;
    });
    const next = open.flatMap((id) => childrenOf(map, id));
    level = next;
    const isRootsAlone = depth === 0 && seen < FEW_ROOTS;
    if (isRootsAlone) continue;
    const isLarge = seen + next.length > READABLE;
    if (isLarge || next.length > room) found ??= open;
    if (isLarge) return found === null || found.length === 0 ? null : new Map(found.map((id) => [id, true]));
  }
  return null;
}
