import { childrenOf, type ItemId, type Op } from '@bough/map';
import type { Plan, World } from '../world.ts';

/**
 * Shows so many levels of branches below every root: what stands on the last one is folded, what stands before it is open.
 * Null when the map looks so already.
 */
export function foldTo(world: World, levels: number): Plan | null {
  const { map, selection } = world;
  const ops: Op[] = [];
  const hidden = new Set<ItemId>();
  let waiting = childrenOf(map, null).map((id) => ({ id, depth: 0 }));
  while (waiting.length > 0) {
    const next: typeof waiting = [];
    for (const { id, depth } of waiting) {
      const item = map.items.get(id);
      const children = childrenOf(map, id);
      if (item === undefined) continue;
      if (depth > levels) hidden.add(id);
      const isFolded = depth === levels && children.length > 0;
      if (depth <= levels && world.isFolded(item) !== isFolded) ops.push({ kind: 'set', id, fields: { isFolded } });
      for (const child of children) next.push({ id: child, depth: depth + 1 });
    }
    waiting = next;
  }
  if (ops.length === 0) return null;
  return { ops, select: seenInstead(world, selection.focus, hidden) };
}

/** Opens all that is folded; null when nothing is. */
export function unfoldAll({ map, isFolded }: World): Plan | null {
  const ops: Op[] = [];
  for (const item of map.items.values())
    if (isFolded(item)) ops.push({ kind: 'set', id: item.id, fields: { isFolded: false } });
  return ops.length === 0 ? null : { ops };
}

/** What to select when the focused item is folded away: the nearest item above it that is seen. */
function seenInstead(world: World, focus: ItemId | null, hidden: ReadonlySet<ItemId>): ItemId[] {
  for (let id = focus; id !== null; id = world.map.items.get(id)?.parent ?? null) if (!hidden.has(id)) return [id];
  return [];
}
