import { isRecord } from '@bough/base';
import { ChildList } from '../state/child-list.ts';
import { problemOfFields } from '../model/fields.ts';
import { hasExactly, isList, isText } from '../model/values.ts';
import type { Forest } from '../state/forest.ts';
import { parseItemId } from '../model/identity.ts';
import { LIMITS } from '../model/limits.ts';
import type { ItemFields, ItemId, OrderKey } from '../model/model.ts';
import { need, needAt } from './need.ts';
import { isOrderKey } from '../model/order.ts';

// Reads and checks the columns of a forest: whatever comes from here is one, with lawful values and siblings in order. Whether
// its ids are free is for the caller to see.

/** The forest that the value is, its roots in order `by order` key, or as they come; throws Unreadable. */
export function readForest(value: unknown, roots: 'by order' | 'by removal'): Forest {
  const columns = readColumns(value);
  return { ...columns, ...readTree(columns, roots === 'by removal') };
}

interface Columns {
  readonly ids: readonly ItemId[];
  readonly orders: readonly OrderKey[];
  readonly texts: readonly string[];
  readonly levels: readonly unknown[];
  readonly rest: ReadonlyMap<number, Partial<ItemFields>>;
}

function readColumns(value: unknown): Columns {
  need(isRecord(value) && hasExactly(value, ['ids', 'orders', 'texts', 'levels', 'rest']), 'items are not columns');
  const { ids, orders, texts, levels, rest } = value;
  need(
    Array.isArray(ids) && Array.isArray(orders) && Array.isArray(texts) && Array.isArray(levels),
    'columns are lists',
  );
  const count = ids.length;
  need(orders.length === count && texts.length === count && levels.length === count, 'columns are equally long');
  need(areAll(ids, isItemId), 'an id is not an item id');
  need(areAll(orders, isOrderKey), 'an order is not an order key');
  need(areAll(texts, isItemText), 'a text is not well formed or too long');
  return { ids, orders, texts, levels, rest: readRest(rest, count) };
}

function readRest(rest: unknown, count: number): ReadonlyMap<number, Partial<ItemFields>> {
  need(Array.isArray(rest), 'the rest is a list');
  const fieldsAt = new Map<number, Partial<ItemFields>>();
  let last = -1;
  for (const entry of rest as unknown[]) {
    need(isList(entry) && entry.length === 2, 'an entry of the rest is an index and fields');
    const [index, fields] = entry;
    need(
      typeof index === 'number' && Number.isInteger(index) && index > last && index < count,
      'no such index in the rest',
    );
    const problem = problemOfFields(fields);
    need(problem === null, problem ?? '');
    need(isRecord(fields) && !('text' in fields), 'text has a column of its own');
    fieldsAt.set(index, fields);
    last = index;
  }
  return fieldsAt;
}

/** Like `every`, which says nothing about the holes of a list. */
function areAll<T>(list: readonly unknown[], is: (value: unknown) => value is T): list is readonly T[] {
  for (let i = 0; i < list.length; i++) if (!is(list[i])) return false;
  return true;
}

function isItemId(id: unknown): id is ItemId {
  return parseItemId(id) !== null;
}

function isItemText(text: unknown): text is string {
  return isText(text, LIMITS.text);
}

/** What the levels say, when each is one that may follow the one before and siblings are in order. */
function readTree({ ids, orders, levels }: Columns, isRootOrderFree: boolean): Pick<Forest, 'levels' | 'above'> {
  const above = new Int32Array(levels.length);
  /** By level: the item seen there last; nothing stands on level 0. */
  const path = new Int32Array(LIMITS.depth + 1).fill(-1);
  let level = 0;
  for (let i = 0; i < levels.length; i++) {
    const next = levels[i];
    needAt(isLevel(next, level + 1), i, 'stands on no level that it may');
    const before = next <= level ? (path[next] ?? -1) : -1;
    const isInOrder =
      before < 0 || (isRootOrderFree && next === 1) || isAscending(orders[before], ids[before], orders[i], ids[i]);
    needAt(isInOrder, i, 'is out of order');
    above[i] = path[next - 1] ?? -1;
    path[next] = i;
    level = next;
  }
  return { levels: levels as readonly number[], above };
}

function isLevel(level: unknown, most: number): level is number {
  return typeof level === 'number' && Number.isInteger(level) && level >= 1 && level <= most && level <= LIMITS.depth;
}

function isAscending(order = '', id = '', nextOrder = '', nextId = ''): boolean {
  return order === nextOrder ? id < nextId : order < nextOrder;
}

/**
 * Gives every item that has children its list of them, each as long as it must be, with the levels below; answers the roots, and
 * the levels of all.
 */
export function hangChildren(
  children: Map<ItemId, ChildList>,
  { ids, above }: Forest,
): { readonly roots: ItemId[]; readonly depth: number } {
  const [counts, reach] = [new Int32Array(ids.length), new Int32Array(ids.length)];
  let depth = 0;
  for (let i = ids.length - 1; i >= 0; i--) {
    const parent = above[i] ?? -1;
    const levels = (reach[i] ?? 0) + 1;
    if (parent < 0) {
      depth = Math.max(depth, levels);
      continue;
    }
    counts[parent] = (counts[parent] ?? 0) + 1;
    reach[parent] = Math.max(reach[parent] ?? 0, levels);
  }
  const { roots, families, ends } = familiesOf(ids, above, counts);
  for (const [parent, end] of ends.entries()) {
    const count = counts[parent] ?? 0;
    const id = ids[parent];
    if (count === 0 || id === undefined) continue;
    const list = new ChildList(families.slice(end - count, end));
    list.reach = reach[parent] ?? 0;
    children.set(id, list);
  }
  return { roots, depth };
}

/** The roots, and all children, those of one item side by side; `ends` says where each item's stop. */
function familiesOf(
  ids: readonly ItemId[],
  above: Int32Array,
  counts: Int32Array,
): { readonly roots: ItemId[]; readonly families: readonly ItemId[]; readonly ends: Int32Array } {
  const roots: ItemId[] = [];
  const families = ids.slice();
  const ends = new Int32Array(ids.length);
  for (let i = 0, start = 0; i < ids.length; i++) {
    ends[i] = start;
    start += counts[i] ?? 0;
  }
  let i = 0;
  for (const id of ids) {
    const parent = above[i++] ?? -1;
    if (parent < 0) {
      roots.push(id);
      continue;
    }
    const end = ends[parent] ?? 0;
    families[end] = id;
    ends[parent] = end + 1;
  }
  return { roots, families, ends };
}
