import { childrenOf, type Item, type MindMap, type Op } from '@bough/map';
import { rowsInOrder, topmost } from './tree-walk.ts';
import type { Plan, World } from '../world.ts';

/**
 * Gives the branches below the selected items (of the whole map when nothing is selected) back to the layout: places by hand
 * and bent lines go. The selected items themselves stay where they were put, until there is nothing left below them to tidy.
 */
export function tidy(world: World): Plan | null {
  const { map, selection } = world;
  const tops = selection.ids.size === 0 ? rootsOf(map) : topmost(map, selection.ids);
  const below = tops
    .flatMap((top) => rowsInOrder(map, top.id))
    .map(({ item }) => item)
    .filter(isByHand);
  const found = below.length > 0 ? below : tops.filter((item) => item.parent !== null && isByHand(item));
  if (found.length === 0) return null;
  return { ops: found.map((item): Op => ({ kind: 'set', id: item.id, fields: { offset: null, linePoints: null } })) };
}

/** The lines to the selected items as the layout draws them. */
export function straighten(world: World): Plan | null {
  const ops: Op[] = [];
  for (const id of world.selection.ids) {
    if ((world.map.items.get(id)?.linePoints ?? null) !== null)
      ops.push({ kind: 'set', id, fields: { linePoints: null } });
  }
  return ops.length === 0 ? null : { ops };
}

function isByHand(item: Item): boolean {
  return item.offset !== null || item.linePoints !== null;
}

function rootsOf(map: MindMap): Item[] {
  return childrenOf(map, null).flatMap((id) => map.items.get(id) ?? []);
}
