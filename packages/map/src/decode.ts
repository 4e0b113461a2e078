import { err, isShortId, ok, type Result } from '@bough/base';
import { ChildList } from './child-list.ts';
import { compareComments } from './comments.ts';
import { FORMAT, FORMAT_VERSION } from './encode.ts';
import {
  EMPTY_SETTINGS,
  hasExactly,
  isList,
  isRecord,
  isText,
  makeItem,
  problemOfFields,
  problemOfSettings,
} from './fields.ts';
import { isRecoveredItem, parseItemId } from './identity.ts';
import { LIMITS } from './limits.ts';
import type { Comment, ItemFields, ItemId, Link, MindMap, OrderKey, Settings, Thread, ThreadId } from './model.ts';
import { isOrderKey } from './order.ts';
import { problemOfAuthor, problemOfLink } from './parse.ts';
import { sizeOfGone, subtreeOf } from './removed.ts';
import { sizeOfComment, sizeOfItem } from './size.ts';
import { commentKey, type GoneComment, MapState, sizeOfComments, writeIndex } from './state.ts';
import { upgrade } from './upgrade.ts';

// Reads what encode.ts writes, and every older version. Everything is checked: a text from here on is a map that `check` finds
// nothing wrong with, or it is refused with the first thing that is wrong.

/** The map that the text, or the value parsed from it, stands for; or one sentence on what is wrong with it. */
export function decodeMap(stored: unknown): Result<MindMap, string> {
  try {
    return ok(readMap(typeof stored === 'string' ? parseJson(stored) : stored));
  } catch (cause) {
    if (cause instanceof Unreadable) return err(cause.message);
    throw cause;
  }
}

/** Thrown inside this file only, to get out of the middle of a document. */
class Unreadable extends Error {}

function need(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Unreadable(otherwise);
}

/** The same for one of very many: the sentence is put together only when it is needed. */
function needAt(condition: boolean, i: number, otherwise: string): asserts condition {
  if (!condition) throw new Unreadable(`item ${i} ${otherwise}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable('not JSON');
  }
}

function readMap(stored: unknown): MapState {
  need(isRecord(stored) && stored['format'] === FORMAT, 'not a map');
  const document = upgrade(stored, FORMAT_VERSION);
  need(document.ok, document.ok ? '' : document.error);
  const { settings, items, links, threads, removed } = document.value;
  need(
    hasExactly(document.value, ['format', 'version', 'settings', 'items', 'links', 'threads', 'removed']),
    'other parts',
  );
  const map = new MapState();
  readSettings(map, settings);
  readItems(map, items, 'live');
  need(isRecord(removed) && hasExactly(removed, ['items', 'log']), 'removed is not an object with items and log');
  const goneRoots = readItems(map, removed['items'], 'gone');
  readLinks(map, links);
  readThreads(map, threads);
  readRemovals(map, removed['log'], goneRoots);
  need(map.size <= LIMITS.map, 'the map is larger than a map may be');
  return map;
}

function readSettings(map: MapState, settings: unknown): void {
  const problem = problemOfSettings(settings);
  need(problem === null, problem ?? '');
  map.settings = { ...EMPTY_SETTINGS, ...(settings as Partial<Settings>) };
}

/** Reads a forest and answers its roots. */
function readItems(map: MapState, value: unknown, side: 'live' | 'gone'): ItemId[] {
  const columns = readColumns(value);
  const { ids, orders, texts, rest } = columns;
  const count = ids.length;
  need(side === 'gone' || count <= LIMITS.items, 'more items than a map may have');
  const into = side === 'live' ? map.items : map.goneItems;
  const tree = readTree(columns, side === 'gone');
  let size = 0;
  let i = 0;
  for (const id of ids) {
    const above = tree.above[i] ?? -1;
    const item = makeItem(id, above < 0 ? null : (ids[above] ?? null), orders[i] ?? '', texts[i] ?? '', rest.get(i));
    needAt(side === 'live' || !map.items.has(id), i, 'has an id that is taken');
    into.set(id, item);
    if (isRecoveredItem(id)) (side === 'live' ? map.shelves : map.goneShelves).add(id);
    size += sizeOfItem(item);
    i++;
  }
  need(into.size === count, 'two items have the same id');
  map.size += size;
  const roots = hangChildren(map, ids, tree);
  if (side === 'live') map.roots = new ChildList(roots.slice());
  map.roots.reach = Math.max(map.roots.reach, tree.depth);
  return roots;
}

/** The shape of a forest, by the index of its items. */
interface Tree {
  /** The parent, -1 above a root. */
  readonly above: Int32Array;
  /** How many children. */
  readonly children: Int32Array;
  readonly depth: number;
}

/** What the levels say, when each is one that may follow the one before and siblings are in order. */
function readTree({ ids, orders, levels }: Columns, isRootOrderFree: boolean): Tree {
  const above = new Int32Array(levels.length);
  const children = new Int32Array(levels.length);
  /** By level: the item seen there last; nothing stands on level 0. */
  const path = new Int32Array(LIMITS.depth + 1).fill(-1);
  let level = 0;
  let depth = 0;
  for (let i = 0; i < levels.length; i++) {
    const next = levels[i];
    needAt(isLevel(next, level + 1), i, 'stands on no level that it may');
    const parent = path[next - 1] ?? -1;
    const before = next <= level ? (path[next] ?? -1) : -1;
    const isInOrder =
      before < 0 || (isRootOrderFree && next === 1) || isAscending(orders[before], ids[before], orders[i], ids[i]);
    needAt(isInOrder, i, 'is out of order');
    above[i] = parent;
    if (parent >= 0) children[parent] = (children[parent] ?? 0) + 1;
    path[next] = i;
    level = next;
    if (level > depth) depth = level;
  }
  return { above, children, depth };
}

function isLevel(level: unknown, most: number): level is number {
  return typeof level === 'number' && Number.isInteger(level) && level >= 1 && level <= most && level <= LIMITS.depth;
}

function isAscending(order = '', id = '', nextOrder = '', nextId = ''): boolean {
  return order === nextOrder ? id < nextId : order < nextOrder;
}

/** Gives every item its list of children, each as long as it must be, with the levels below; answers the roots. */
function hangChildren(map: MapState, ids: readonly ItemId[], { above, children }: Tree): ItemId[] {
  const count = ids.length;
  const roots: ItemId[] = [];
  /** All children, those of one item side by side; `ends` says where each item's stop. */
  const families = ids.slice();
  const ends = new Int32Array(count);
  for (let i = 0, start = 0; i < count; i++) {
    ends[i] = start;
    start += children[i] ?? 0;
  }
  ids.forEach((id, i) => {
    const parent = above[i] ?? -1;
    if (parent < 0) {
      roots.push(id);
      return;
    }
    const end = ends[parent] ?? 0;
    families[end] = id;
    ends[parent] = end + 1;
  });
  const reach = new Int32Array(count);
  for (let i = count - 1; i >= 0; i--) {
    const below = reach[i] ?? 0;
    const parent = above[i] ?? -1;
    if (parent >= 0 && (reach[parent] ?? 0) <= below) reach[parent] = below + 1;
  }
  ids.forEach((id, i) => {
    const end = ends[i] ?? 0;
    const own = children[i] ?? 0;
    if (own === 0) return;
    const list = new ChildList(families.slice(end - own, end));
    list.reach = reach[i] ?? 0;
    map.children.set(id, list);
  });
  return roots;
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
  return { ids, orders, texts, levels, rest: fieldsAt };
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

function readLinks(map: MapState, links: unknown): void {
  need(Array.isArray(links) && links.length <= LIMITS.links, 'links are not a list of lawful length');
  for (const link of links as unknown[]) {
    const problem = problemOfLink(link);
    need(problem === null, problem ?? '');
    const { id, from, to } = link as Link;
    const isLive = map.items.has(from) && map.items.has(to);
    const isWhole =
      isLive || ((map.items.has(from) || map.goneItems.has(from)) && (map.items.has(to) || map.goneItems.has(to)));
    need(isWhole, `link ${id} has an end that is not there`);
    need(!map.links.has(id) && !map.goneLinks.has(id), `link ${id} is there twice`);
    map.putLink(link as Link, isLive ? 'live' : 'gone');
  }
  map.takeJournal();
}

function readThreads(map: MapState, threads: unknown): void {
  need(Array.isArray(threads) && threads.length <= LIMITS.threads, 'threads are not a list of lawful length');
  for (const value of threads as unknown[]) {
    const thread = readThread(value);
    const isLive = map.items.has(thread.item);
    need(isLive || map.goneItems.has(thread.item), `thread ${thread.id} is on an item that is not there`);
    need(!map.threads.has(thread.id) && !map.goneThreads.has(thread.id), `thread ${thread.id} is there twice`);
    (isLive ? map.threads : map.goneThreads).set(thread.id, thread);
    writeIndex(map.threadsOf, thread.item, thread.id, true);
    map.size += sizeOfComments(thread);
  }
}

function readThread(value: unknown): Thread {
  need(isRecord(value) && hasExactly(value, ['id', 'item', 'isResolved', 'comments']), 'a thread is malformed');
  const { id, item, isResolved, comments } = value;
  const itemId = parseItemId(item);
  need(isShortId(id) && itemId !== null && typeof isResolved === 'boolean', 'a thread is malformed');
  need(
    Array.isArray(comments) && comments.length > 0 && comments.length <= LIMITS.comments,
    'a thread has comments, not too many',
  );
  const read = comments.map(readComment);
  for (let i = 1; i < read.length; i++) {
    const [before, after] = [read[i - 1], read[i]];
    need(
      before !== undefined && after !== undefined && compareComments(before, after) < 0,
      'comments are out of order',
    );
  }
  need(new Set(read.map((comment) => comment.id)).size === read.length, 'two comments have the same id');
  return { id: id as ThreadId, item: itemId, isResolved, comments: read };
}

function readComment(value: unknown): Comment {
  need(isRecord(value) && hasExactly(value, ['id', 'author', 'at', 'text']), 'a comment is malformed');
  need(isShortId(value['id']) && isText(value['text'], LIMITS.comment), 'a comment is malformed');
  const problem = problemOfAuthor(value['author'], value['at']);
  need(problem === null, problem ?? '');
  return value as unknown as Comment;
}

function readRemovals(map: MapState, log: unknown, goneRoots: readonly ItemId[]): void {
  need(Array.isArray(log), 'the log of removals is not a list');
  let next = 0;
  for (const entry of log as unknown[]) {
    const root = goneRoots[next];
    if (entry === 0) {
      need(root !== undefined, 'the log of removals names more subtrees than there are');
      next++;
      map.pushRemoval({ kind: 'items', root }, sizeOfGone(map, subtreeOf(map, root)));
      continue;
    }
    const gone = readGoneComment(entry);
    const key = commentKey(gone.thread, gone.comment.id);
    need(!map.goneComments.has(key), 'a comment was removed twice');
    map.putGoneComment(key, gone);
    map.pushRemoval({ kind: 'comment', key }, sizeOfComment(gone.comment));
  }
  need(next === goneRoots.length, 'the log of removals does not name every subtree');
  map.takeJournal();
}

function readGoneComment(value: unknown): GoneComment {
  need(
    isRecord(value) && hasExactly(value, ['thread', 'item', 'isResolved', 'comment']),
    'a removed comment is malformed',
  );
  const { thread, isResolved, comment } = value;
  const item = parseItemId(value['item']);
  need(isShortId(thread) && item !== null && typeof isResolved === 'boolean', 'a removed comment is malformed');
  return { thread: thread as ThreadId, item, isResolved, comment: readComment(comment) };
}
