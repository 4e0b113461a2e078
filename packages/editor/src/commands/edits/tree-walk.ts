import { childrenOf, type Item, type ItemId, type MindMap } from '@bough/map';

/** An item with its level from 1. */
export interface OutlineRow {
  readonly item: Item;
  readonly level: number;
}

/** Every item below this one (null: of the map) in the order of the tree, folded ones too. Costs all of them. */
export function rowsInOrder(map: MindMap, below: ItemId | null = null): readonly OutlineRow[] {
  const rows: OutlineRow[] = [];
  const waiting = childrenOf(map, below)
    .toReversed()
    .map((id) => ({ id, level: 1 }));
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const item = map.items.get(at.id);
    if (item !== undefined) rows.push({ item, level: at.level });
    for (const id of childrenOf(map, at.id).toReversed()) waiting.push({ id, level: at.level + 1 });
  }
  return rows;
}

/** Whether the item stands somewhere below one of these. */
export function isBelow(map: MindMap, id: ItemId, above: ReadonlySet<ItemId>): boolean {
  for (let at = map.items.get(id)?.parent; at !== null && at !== undefined; at = map.items.get(at)?.parent) {
    if (above.has(at)) return true;
  }
  return false;
}

/** Those of the items that stand below none of the others, siblings in their order. */
export function topmost(map: MindMap, ids: ReadonlySet<ItemId>): Item[] {
  const tops: Item[] = [];
  for (const id of ids) {
    const item = map.items.get(id);
    if (item !== undefined && !isBelow(map, id, ids)) tops.push(item);
  }
  const places = new Map<ItemId | null, ReadonlyMap<ItemId, number>>();
  const placeOf = (item: Item): number => {
    let among = places.get(item.parent);
    if (among === undefined) {
      among = new Map(childrenOf(map, item.parent).map((id, index) => [id, index]));
      places.set(item.parent, among);
    }
    return among.get(item.id) ?? 0;
  };
  return tops.sort((a, b) => (a.parent === b.parent ? placeOf(a) - placeOf(b) : 0));
}

/** The siblings of an item that are seen in one column with it: of a root's children those on its side. */
export function columnOf(map: MindMap, item: Item, sideOf: (id: ItemId) => string | null): ItemId[] {
  const siblings = childrenOf(map, item.parent);
  const side = sideOf(item.id);
  return siblings.filter((id) => sideOf(id) === side);
}
