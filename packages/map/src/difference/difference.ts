import type { Item, ItemFields, ItemId, LinkId, MindMap } from '../model/model.ts';
import { differentFields, itemsInOrder } from './ops-between.ts';
import { isSameValue } from './same-value.ts';

/** What differs between two moments of a map. Comments do not count. */
export interface Difference {
  /** Items that only the later moment has, and that only the earlier one has. */
  readonly added: ReadonlySet<ItemId>;
  readonly removed: ReadonlySet<ItemId>;
  /** Items of both that stand elsewhere: below another parent, between others, or at another place by hand. */
  readonly moved: ReadonlySet<ItemId>;
  /** Items of both of which something else differs: their words, or how they look. */
  readonly changed: ReadonlyMap<ItemId, readonly (keyof ItemFields)[]>;
  /** Links that are new, gone or different. */
  readonly links: ReadonlySet<LinkId>;
  readonly areSettings: boolean;
}

/** Fields that say where an item stands. */
const PLACE: ReadonlySet<keyof ItemFields> = new Set(['side', 'offset']);

/** How two moments of a map differ; costs both of them. */
export function differenceBetween(before: MindMap, after: MindMap): Difference {
  const added = new Set<ItemId>();
  const moved = new Set<ItemId>();
  const changed = new Map<ItemId, readonly (keyof ItemFields)[]>();
  for (const item of after.items.values()) {
    const was = before.items.get(item.id);
    if (was === undefined) added.add(item.id);
    else if (was !== item) {
      const fields = differentFields(was, item);
      if (was.parent !== item.parent || was.order !== item.order || fields.some((name) => PLACE.has(name))) {
        moved.add(item.id);
      }
      const others = fields.filter((name) => !PLACE.has(name));
      if (others.length > 0) changed.set(item.id, others);
    }
  }
  const removed = new Set([...before.items.keys()].filter((id) => !after.items.has(id)));
  const links = new Set<LinkId>();
  for (const id of [...before.links.keys(), ...after.links.keys()]) {
    if (!isSameValue(before.links.get(id), after.links.get(id))) links.add(id);
  }
  return { added, removed, moved, changed, links, areSettings: !isSameValue(before.settings, after.settings) };
}

/** The items that differ, in the order of the tree, those that are gone where they stood among the others. */
export function differencesInOrder(difference: Difference, union: MindMap): readonly ItemId[] {
  return itemsInOrder(union).flatMap(({ id }) => (isDifferent(difference, id) ? [id] : []));
}

function isDifferent({ added, removed, moved, changed }: Difference, id: ItemId): boolean {
  return added.has(id) || removed.has(id) || moved.has(id) || changed.has(id);
}

/**
 * The part of a difference that one person's changes had to do with; whoever removes an item, removes what is below it. `touched` has the
 * targets of these changes.
 */
export function differenceBy(difference: Difference, before: MindMap, touched: ReadonlySet<string>): Difference {
  const isTheirs = (id: ItemId): boolean => touched.has(`item ${id}`);
  const isGoneByThem = (id: ItemId): boolean => {
    for (let at: Item | undefined = before.items.get(id); at !== undefined; at = parentOf(before, at)) {
      if (difference.removed.has(at.id) && isTheirs(at.id)) return true;
    }
    return false;
  };
  const only = (ids: ReadonlySet<ItemId>) => new Set([...ids].filter(isTheirs));
  return {
    added: only(difference.added),
    removed: new Set([...difference.removed].filter(isGoneByThem)),
    moved: only(difference.moved),
    changed: new Map([...difference.changed].filter(([id]) => isTheirs(id))),
    links: new Set([...difference.links].filter((id) => touched.has(`link ${id}`))),
    areSettings: difference.areSettings && touched.has('settings'),
  };
}

function parentOf(map: MindMap, { parent }: Item): Item | undefined {
  return parent === null ? undefined : map.items.get(parent);
}
