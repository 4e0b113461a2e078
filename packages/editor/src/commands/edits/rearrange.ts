import { childrenOf, type Item, type ItemId, type Op } from '@bough/map';
import { focusedItem, orderBeside } from './grow.ts';
import { columnOf, topmost } from './tree-walk.ts';
import type { Plan, World } from '../world.ts';

// Commands that move and remove items.

/** The selected branches, gone; what is selected then is next to them. The last root of a map stays. */
export function deleteBranches(world: World): Plan | null {
  const tops = topmost(world.map, world.selection.ids);
  const roots = childrenOf(world.map, null);
  const gone = new Set(tops.map((item) => item.id));
  const removed = roots.every((id) => gone.has(id)) ? tops.filter((item) => item.id !== roots[0]) : tops;
  if (removed.length === 0) return null;
  const next = nextTo(world, removed);
  return { ops: removed.map((item) => ({ kind: 'remove', id: item.id })), select: next === null ? [] : [next] };
}

/** The selected items alone, gone: their children take their place. A root of several trees stays. */
export function deleteItems(world: World): Plan | null {
  const ops: Op[] = [];
  const kept: ItemId[] = [];
  const chosen = [...world.selection.ids].flatMap((id) => world.map.items.get(id) ?? []);
  for (const item of chosen.filter((one) => !world.selection.ids.has(one.parent ?? one.id))) {
    if (item.parent === null && childrenOf(world.map, item.id).length !== 1) continue;
    let place = item;
    for (const id of childrenOf(world.map, item.id)) {
      const child = world.map.items.get(id);
      if (child === undefined) continue;
      const order = orderBeside(world, place, 'after');
      place = { ...item, order };
      ops.push({ kind: 'move', id, parent: item.parent, order, side: item.side });
      if (item.parent === null) ops.push({ kind: 'set', id, fields: { offset: item.offset } });
      kept.push(id);
    }
    ops.push({ kind: 'remove', id: item.id });
  }
  if (ops.length === 0) return null;
  const next = kept[0] ?? nextTo(world, chosen);
  return { ops, select: next === null ? [] : [next] };
}

/** Past the sibling above or below that is seen in the same column, or list. */
export function reorder(world: World, where: 'up' | 'down'): Plan | null {
  const tops = topmost(world.map, world.selection.ids);
  const edge = where === 'up' ? tops[0] : tops.at(-1);
  if (edge === undefined || edge.parent === null || tops.some((item) => item.parent !== edge.parent)) return null;
  const column = columnOf(world.map, edge, sideIn(world));
  const neighbour = column[column.indexOf(edge.id) + (where === 'up' ? -1 : 1)];
  const past = neighbour === undefined ? undefined : world.map.items.get(neighbour);
  if (past === undefined) return null;
  return { ops: ordered(world, tops, past, where === 'up' ? 'before' : 'after') };
}

/** Out of its parent, right after it; a branch of the root crosses to the other side, which an outline does not show. */
export function promote(world: World): Plan | null {
  const item = focusedItem(world);
  if (item === null || item.parent === null) return null;
  const parent = world.map.items.get(item.parent);
  if (parent === undefined) return null;
  if (parent.parent === null) {
    if (world.isInOutline === true) return null;
    const side = world.layout.box(item.id)?.side === 'left' ? 'right' : 'left';
    return { ops: [{ kind: 'move', id: item.id, parent: item.parent, order: item.order, side }] };
  }
  const side = world.layout.box(parent.id)?.side ?? parent.side;
  const order = orderBeside(world, parent, 'after');
  return { ops: [{ kind: 'move', id: item.id, parent: parent.parent, order, side }, ...unplaced(item)] };
}

/** Under the sibling above it (below it for the first one), as its last child. */
export function demote(world: World): Plan | null {
  const item = focusedItem(world);
  if (item === null || item.parent === null) return null;
  const column = columnOf(world.map, item, sideIn(world));
  const at = column.indexOf(item.id);
  const parent = world.map.items.get(column[at - 1] ?? column[at + 1] ?? item.id);
  if (parent === undefined || parent.id === item.id) return null;
  const last = childrenOf(world.map, parent.id).at(-1);
  const order = world.orders.between(last === undefined ? null : (world.map.items.get(last)?.order ?? null), null);
  const unfold: Op[] = parent.isFolded ? [{ kind: 'set', id: parent.id, fields: { isFolded: false } }] : [];
  return { ops: [...unfold, { kind: 'move', id: item.id, parent: parent.id, order }, ...unplaced(item)] };
}

/** On which side of its root an item is seen. */
function sideIn({ layout, isInOutline }: World): (id: ItemId) => string | null {
  return isInOutline === true ? () => null : (id) => layout.box(id)?.side ?? null;
}

/** By so many map units, from where it stands now. */
export function nudge(world: World, dx: number, dy: number): Plan | null {
  const ops: Op[] = [];
  for (const item of topmost(world.map, world.selection.ids)) {
    const box = world.layout.box(item.id);
    const offset = box === null ? null : world.layout.offsetAt(item.id, { x: box.x + dx, y: box.y + dy });
    if (offset !== null) ops.push({ kind: 'set', id: item.id, fields: { offset } });
  }
  return ops.length === 0 ? null : { ops };
}

/** Moves branches to where they were dropped: among the parent's children, or standing free, or beside their own place by hand. */
export function dropAt(
  world: World,
  ids: ReadonlySet<ItemId>,
  drop: { readonly parent: ItemId | null; readonly index: number; readonly side: 'left' | 'right' | null },
): Plan | null {
  const tops = topmost(world.map, ids);
  const others = childrenOf(world.map, drop.parent).filter((id) => !ids.has(id));
  const orderAt = (index: number): string | null => {
    const id = others[index];
    return id === undefined ? null : (world.map.items.get(id)?.order ?? null);
  };
  const until = orderAt(drop.index);
  let last = orderAt(drop.index - 1);
  const ops: Op[] = [];
  for (const item of tops) {
    last = world.orders.between(last, until);
    ops.push({ kind: 'move', id: item.id, parent: drop.parent, order: last, side: drop.side }, ...unplaced(item));
  }
  const parent = drop.parent === null ? undefined : world.map.items.get(drop.parent);
  if (parent?.isFolded === true) ops.unshift({ kind: 'set', id: parent.id, fields: { isFolded: false } });
  return ops.length === 0 ? null : { ops };
}

/** Places items by hand: each by so much from where it stands. */
export function placeBy(world: World, ids: ReadonlySet<ItemId>, dx: number, dy: number): Plan | null {
  return nudge({ ...world, selection: { ids, focus: null } }, dx, dy);
}

function ordered(world: World, tops: readonly Item[], past: Item, where: 'after' | 'before'): Op[] {
  const ops: Op[] = [];
  const siblings = childrenOf(world.map, past.parent);
  const at = siblings.indexOf(past.id);
  const beyond = world.map.items.get(siblings[where === 'after' ? at + 1 : at - 1] ?? past.id);
  const limit = beyond === undefined || beyond.id === past.id ? null : beyond.order;
  let low = where === 'after' ? past.order : limit;
  const high = where === 'after' ? limit : past.order;
  for (const item of tops) {
    low = world.orders.between(low, high);
    ops.push({ kind: 'move', id: item.id, parent: item.parent, order: low }, ...unplaced(item));
  }
  return ops;
}

/** Whoever is put in order gives up the place by hand. */
function unplaced(item: Item): Op[] {
  return item.offset === null ? [] : [{ kind: 'set', id: item.id, fields: { offset: null } }];
}

/** What to select when these are gone: the sibling after the last one, else before the first, else the parent. */
function nextTo(world: World, removed: readonly Item[]): ItemId | null {
  const last = removed.at(-1);
  if (last === undefined) return null;
  const gone = new Set(removed.map((item) => item.id));
  const siblings = childrenOf(world.map, last.parent);
  const at = siblings.indexOf(last.id);
  const isKept = (id: ItemId): boolean => !gone.has(id);
  return siblings.slice(at + 1).find(isKept) ?? siblings.slice(0, at).findLast(isKept) ?? last.parent;
}
