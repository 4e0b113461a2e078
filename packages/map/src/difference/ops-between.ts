import type { Op } from '../changes/change.ts';
import { subtreeOf } from '../apply/removed.ts';
import { ITEM_FIELDS } from '../model/fields.ts';
import type { Item, ItemFields, ItemId, Link, LinkId, MindMap } from '../model/model.ts';
import { stateOf } from '../state/state.ts';
import { isSameValue } from './same-value.ts';

/** What things are called that have to be made again: where they were removed, their old names are taken. */
export interface NewNames {
  readonly item: (id: ItemId) => ItemId;
  readonly link: (id: LinkId) => LinkId;
}

const OLD_NAMES: NewNames = { item: (id) => id, link: (id) => id };
const FIELDS = Object.keys(ITEM_FIELDS) as (keyof ItemFields)[];

/**
 * The ops that make the map look as the other one does, one step that can be undone like any other. Comments stay: they were said. With
 * the old names it fits a map that remembers nothing removed.
 */
export function opsBetween(now: MindMap, then: MindMap, naming: NewNames = OLD_NAMES): Op[] {
  const ops: Op[] = [];
  const names = new Map<ItemId, ItemId>();
  const nameOf = (id: ItemId): ItemId => names.get(id) ?? id;
  for (const item of itemsInOrder(then)) {
    const parent = item.parent === null ? null : nameOf(item.parent);
    const present = now.items.get(item.id);
    if (present !== undefined) {
      ops.push(...changedItem(present, item, parent));
      continue;
    }
    names.set(item.id, naming.item(item.id));
    ops.push(addAgain(item, nameOf(item.id), parent));
  }
  for (const item of itemsInOrder(now)) {
    const isTop = item.parent === null || then.items.has(item.parent);
    if (!then.items.has(item.id) && isTop) ops.push({ kind: 'remove', id: item.id });
  }
  const links = { is: [...now.links.values()], was: [...then.links.values()], live: now.links };
  ops.push(...linkOps(links, then, nameOf, naming.link));
  if (!isSameValue(now.settings, then.settings)) ops.push({ kind: 'settings', fields: then.settings });
  return ops;
}

/** Every item of the map, or below an item of it, in the order of the tree. */
export function itemsInOrder(map: MindMap, below: ItemId | null = null): readonly Item[] {
  const state = stateOf(map);
  const tops = below === null ? state.roots.snapshot() : state.childList(below);
  const ids = tops.flatMap((top) => subtreeOf(state, top));
  return ids.flatMap((id) => state.items.get(id) ?? []);
}

/** An item that is there no more, under the name given. */
export function addAgain(item: Item, id: ItemId, parent: ItemId | null): Op {
  const { id: _id, parent: _parent, order, ...fields } = item;
  return { kind: 'add', id, parent, order, fields };
}

/** The links at hand, of both moments, and all that are there now. */
interface Links {
  readonly is: readonly Link[];
  readonly was: readonly Link[];
  readonly live: MindMap['links'];
}

/** Makes the links of now those of then. */
export function linkOps(
  links: Links,
  then: MindMap,
  nameOf: (id: ItemId) => ItemId,
  newLink: (id: LinkId) => LinkId,
): Op[] {
  const ops: Op[] = [];
  for (const { id, from, to } of links.is) {
    // A link at an item that goes, goes with it.
    if (!then.links.has(id) && then.items.has(from) && then.items.has(to)) ops.push({ kind: 'unlink', id });
  }
  for (const link of links.was) {
    const present = links.live.get(link.id);
    if (isSameValue(present, link)) continue;
    const id = present === undefined ? newLink(link.id) : link.id;
    ops.push({ kind: 'link', link: { ...link, id, from: nameOf(link.from), to: nameOf(link.to) } });
  }
  return ops;
}

/** What differs of an item that is there now and was there then. */
export function changedItem(now: Item, then: Item, parent: ItemId | null): Op[] {
  const ops: Op[] = [];
  if (now.parent !== parent || now.order !== then.order) {
    ops.push({ kind: 'move', id: now.id, parent, order: then.order, side: then.side });
  }
  const different = differentFields(now, then);
  if (different.length > 0) {
    const fields = Object.fromEntries(different.map((name) => [name, then[name]])) as Partial<ItemFields>;
    ops.push({ kind: 'set', id: now.id, fields });
  }
  return ops;
}

/** The fields in which two items differ, in the order of the table. */
export function differentFields(a: Item, b: Item): readonly (keyof ItemFields)[] {
  return FIELDS.filter((name) => !isSameValue(a[name], b[name]));
}
