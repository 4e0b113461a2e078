import type { Item, ItemId, MindMap, Op } from '@bough/map';
import { addAgain, changedItem, itemsInOrder, linkOps, type NewNames } from '@bough/map/difference';

/** What of a moment comes back: an item with all that it had below it, or its own words, look and place alone. */
export interface RestoredPart {
  readonly id: ItemId;
  readonly isAlone: boolean;
}

/** The ops, and what the item is called now. */
interface BranchRestored {
  readonly ops: readonly Op[];
  readonly id: ItemId;
}

/**
 * The ops that make one branch, or one item, what it was at another moment, where it stood then: below the nearest of the items above it
 * that is still there. What has come into the branch since leaves it: what was elsewhere goes back there, what is new is removed.
 * Nothing else is touched, so others may write there meanwhile. Null when the item was not there then.
 */
export function restoreBranch(
  now: MindMap,
  then: MindMap,
  part: RestoredPart,
  newNames: NewNames,
): BranchRestored | null {
  const top = then.items.get(part.id);
  if (top === undefined) return null;
  const below = part.isAlone ? [] : itemsInOrder(then, top.id);
  const branch = [top, ...below];
  const scope = new Set(branch.map(({ id }) => id));
  const names = new Map<ItemId, ItemId>();
  const nameOf = (id: ItemId): ItemId => names.get(id) ?? id;
  for (const { id } of branch) if (!now.items.has(id)) names.set(id, newNames.item(id));
  const place = placeFor(now, then, top, scope);
  const ops: Op[] = [];
  for (const item of branch) {
    const parent = item === top ? place : item.parent === null ? null : nameOf(item.parent);
    const present = now.items.get(item.id);
    if (present === undefined) ops.push(addAgain(item, nameOf(item.id), parent));
    else ops.push(...changedItem(present, item, parent));
  }
  if (!part.isAlone) ops.push(...leaving(now, then, { scope, place }));
  ops.push(...linksBack(now, then, { scope, isAlone: part.isAlone, names }, newNames));
  return { ops, id: nameOf(top.id) };
}

/** The nearest item above it, as it was, that is there now and not below what is about to move; null: it becomes a root. */
function placeFor(now: MindMap, then: MindMap, item: Item, scope: ReadonlySet<ItemId>): ItemId | null {
  for (let at = item.parent; at !== null; at = then.items.get(at)?.parent ?? null) {
    if (now.items.has(at) && !isWithin(now, at, scope)) return at;
  }
  return null;
}

/** Whether it is one of these, or stands below one. */
function isWithin(map: MindMap, id: ItemId, scope: ReadonlySet<ItemId>): boolean {
  for (let at: ItemId | null = id; at !== null; at = map.items.get(at)?.parent ?? null) if (scope.has(at)) return true;
  return false;
}

interface Place {
  readonly scope: ReadonlySet<ItemId>;
  readonly place: ItemId | null;
}

/** What stands in the branch now and did not then. */
function leaving(now: MindMap, then: MindMap, { scope, place }: Place): Op[] {
  const moves: Op[] = [];
  const removes: Op[] = [];
  const news = new Set<ItemId>();
  for (const { id, parent } of itemsInOrder(now)) {
    if (scope.has(id) || parent === null || !(scope.has(parent) || news.has(parent))) continue;
    const was = then.items.get(id);
    if (was === undefined) {
      news.add(id);
      if (scope.has(parent)) removes.push({ kind: 'remove', id });
      continue;
    }
    const home = was.parent === null ? null : (placeFor(now, then, was, scope) ?? place);
    moves.push({ kind: 'move', id, parent: home, order: was.order, side: was.side });
  }
  return [...moves, ...removes];
}

interface Branch {
  readonly scope: ReadonlySet<ItemId>;
  readonly isAlone: boolean;
  readonly names: ReadonlyMap<ItemId, ItemId>;
}

/** Links within the branch are as they were; those to the rest of the map come back where their other end is still there. */
function linksBack(now: MindMap, then: MindMap, { scope, isAlone, names }: Branch, newNames: NewNames): Op[] {
  const isBack = (id: ItemId) => (isAlone ? names.has(id) : scope.has(id));
  const isThere = (id: ItemId) => now.items.has(id) || names.has(id);
  const was = [...then.links.values()].filter(
    ({ from, to }) => (isBack(from) || isBack(to)) && isThere(from) && isThere(to),
  );
  const is = [...now.links.values()].filter(({ from, to }) => isBack(from) && isBack(to));
  const nameOf = (id: ItemId): ItemId => names.get(id) ?? id;
  return linkOps({ is, was, live: now.links }, then, nameOf, newNames.link);
}
