import type { Item, ItemFields, ItemId, Link, LinkId, MindMap, Op } from '@bough/map';
import type { rowsInOrder } from './tree-walk.ts';

/** New names, and how a map is walked: given, so that the page can fetch this file when somebody restores something. */
export interface RestorePorts {
  readonly newItem: () => ItemId;
  readonly newLink: () => LinkId;
  readonly rowsInOrder: typeof rowsInOrder;
}

/**
 * The ops that make the map look as it did at another moment: one step that can be undone like any other. What was removed
 * since is made anew, under new names; comments stay as they are now: they were said.
 */
export function restoreOps(now: MindMap, then: MindMap, ports: RestorePorts): Op[] {
  const ops: Op[] = [];
  const names = new Map<ItemId, ItemId>();
  const nameOf = (id: ItemId): ItemId => names.get(id) ?? id;
  for (const { item } of ports.rowsInOrder(then)) {
    const parent = item.parent === null ? null : nameOf(item.parent);
    const present = now.items.get(item.id);
    if (present !== undefined) {
      ops.push(...changedItem(present, item, parent));
      continue;
    }
    names.set(item.id, ports.newItem());
    ops.push(addAgain(item, nameOf(item.id), parent));
  }
  for (const { item } of ports.rowsInOrder(now)) {
    const isTop = item.parent === null || then.items.has(item.parent);
    if (!then.items.has(item.id) && isTop) ops.push({ kind: 'remove', id: item.id });
  }
  const links = { is: [...now.links.values()], was: [...then.links.values()], live: now.links };
  ops.push(...linkOps(links, then, nameOf, ports.newLink));
  if (!isSame(now.settings, then.settings)) ops.push({ kind: 'settings', fields: then.settings });
  return ops;
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
export function linkOps(links: Links, then: MindMap, nameOf: (id: ItemId) => ItemId, newLink: () => LinkId): Op[] {
  const ops: Op[] = [];
  for (const { id, from, to } of links.is) {
    // A link at an item that goes, goes with it.
    if (!then.links.has(id) && then.items.has(from) && then.items.has(to)) ops.push({ kind: 'unlink', id });
  }
  for (const link of links.was) {
    const present = links.live.get(link.id);
    if (isSame(present, link)) continue;
    const id = present === undefined ? newLink() : link.id;
    ops.push({ kind: 'link', link: { ...link, id, from: nameOf(link.from), to: nameOf(link.to) } });
  }
  return ops;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What differs of an item that is there now and was there then. */
export function changedItem(now: Item, then: Item, parent: ItemId | null): Op[] {
  const ops: Op[] = [];
  if (now.parent !== parent || now.order !== then.order) {
    ops.push({ kind: 'move', id: now.id, parent, order: then.order, side: then.side });
  }
  const { id: _id, parent: _parent, order: _order, ...fields } = then;
  const before = new Map<string, unknown>(Object.entries(now));
  const different = Object.entries(fields).filter(([name, value]) => !isSame(before.get(name), value));
  if (different.length > 0)
    ops.push({ kind: 'set', id: now.id, fields: Object.fromEntries(different) as Partial<ItemFields> });
  return ops;
}
