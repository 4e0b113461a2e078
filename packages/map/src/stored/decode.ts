import { err, isRecord, isShortId, ok, parsePersonId, type Result } from '@bough/base';
import { ChildList } from '../state/child-list.ts';
import { compareComments } from '../model/comments.ts';
import { FORMAT } from './encode.ts';
import { EMPTY_SETTINGS, problemOfSettings } from '../model/fields.ts';
import { hasExactly, isText } from '../model/values.ts';
import { type Forest, itemAt, sizeAt } from '../state/forest.ts';
import { isRecoveredItem, parseItemId } from '../model/identity.ts';
import { LIMITS } from '../model/limits.ts';
import { areReactions } from '../model/reactions.ts';
import type { Comment, Link, MindMap, Settings, Thread, ThreadId } from '../model/model.ts';
import { need, Unreadable } from './need.ts';
import { problemOfLink } from '../ops/link.ts';
import { problemOfAuthor } from '../changes/parse.ts';
import { hangChildren, readForest } from './read-forest.ts';
import type { StoredRemovals } from '../state/removal-log.ts';
import { countOf, sizeOfComment, sizeOfItem } from '../model/size.ts';
import {
  commentKey,
  type GoneComment,
  type GoneMessage,
  MapState,
  sizeOfComments,
  writeIndex,
} from '../state/state.ts';
import { FORMAT_VERSION, upgrade } from './upgrade.ts';

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
  const { settings, items, links, threads, chat, removed } = document.value;
  need(
    hasExactly(document.value, ['format', 'version', 'settings', 'items', 'links', 'threads', 'chat', 'removed']),
    'other parts',
  );
  const map = new MapState();
  readSettings(map, settings);
  readLive(map, readForest(items, 'by order'));
  need(isRecord(removed) && hasExactly(removed, ['items', 'log']), 'removed is not an object with items and log');
  const gone = readForest(removed['items'], 'by removal');
  readGone(map, gone);
  readLinks(map, links);
  readThreads(map, threads);
  readChat(map, chat);
  readRemovals(map, removed['log'], gone);
  need(map.size <= LIMITS.map, 'the map is larger than a map may be');
  return map;
}

function readSettings(map: MapState, settings: unknown): void {
  const problem = problemOfSettings(settings);
  need(problem === null, problem ?? '');
  map.settings = { ...EMPTY_SETTINGS, ...(settings as Partial<Settings>) };
}

function readLive(map: MapState, forest: Forest): void {
  const { ids } = forest;
  need(ids.length <= LIMITS.items, 'more items than a map may have');
  for (let i = 0; i < ids.length; i++) {
    const item = itemAt(forest, i);
    map.items.set(item.id, item);
    if (isRecoveredItem(item.id)) map.shelves.add(item.id);
    map.size += sizeOfItem(item);
  }
  need(map.items.size === ids.length, 'two items have the same id');
  const { roots, depth } = hangChildren(map.children, forest);
  map.roots = new ChildList(roots);
  map.roots.reach = depth;
}

function readGone(map: MapState, forest: Forest): void {
  const { ids } = forest;
  need(map.goneItems.store(forest), 'two items have the same id');
  // Asked of the fewer: most maps have little that was removed, some have nearly nothing else.
  const isOnce =
    ids.length < map.items.size
      ? ids.every((id) => !map.items.has(id))
      : [...map.items.keys()].every((id) => !map.goneItems.has(id));
  need(isOnce, 'an item is both there and removed');
  for (const id of ids) if (isRecoveredItem(id)) map.goneShelves.add(id);
  const { depth } = hangChildren(map.children, forest);
  map.roots.reach = Math.max(map.roots.reach, depth);
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
  return { id: id as ThreadId, item: itemId, isResolved, comments: readComments(comments) };
}

function readChat(map: MapState, chat: unknown): void {
  need(Array.isArray(chat) && chat.length <= LIMITS.chat, 'the chat is not a list of lawful length');
  for (const message of readComments(chat)) {
    map.chat.set(message.id, message);
    map.size += sizeOfComment(message);
  }
}

function readComments(comments: readonly unknown[]): readonly Comment[] {
  const read = comments.map(readComment);
  for (let i = 1; i < read.length; i++) {
    const [before, after] = [read[i - 1], read[i]];
    need(
      before !== undefined && after !== undefined && compareComments(before, after) < 0,
      'comments are out of order',
    );
  }
  need(new Set(read.map((comment) => comment.id)).size === read.length, 'two comments have the same id');
  return read;
}

function readComment(value: unknown): Comment {
  need(isRecord(value), 'a comment is malformed');
  const hasReactions = 'reactions' in value;
  need(
    hasExactly(value, ['id', 'author', 'at', 'text', ...(hasReactions ? ['reactions'] : [])]),
    'a comment is malformed',
  );
  need(isShortId(value['id']) && isText(value['text'], LIMITS.comment), 'a comment is malformed');
  if (hasReactions) readReactions(value['reactions']);
  const problem = problemOfAuthor(value['author'], value['at']);
  need(problem === null, problem ?? '');
  return value as unknown as Comment;
}

function readReactions(value: unknown): void {
  const isPerson = (id: unknown): boolean => problemOfAuthor(id, 0) === null;
  need(areReactions(value, isPerson) && countOf(value) <= LIMITS.reactions, 'the reactions to a comment are malformed');
}

function readRemovals(map: MapState, log: unknown, gone: Forest): void {
  need(Array.isArray(log), 'the log of removals is not a list');
  const stored = storedRemovals(gone, log.length);
  map.removals.store(stored);
  let next = 0;
  for (const entry of log as unknown[]) {
    const stamp = map.nextStamp;
    if (entry !== 0) {
      readGoneComment(map, entry);
      continue;
    }
    need(next < gone.ids.length, 'the log of removals names more subtrees than there are');
    next = nameSubtree(stored, stamp, next);
    map.removals.pushStored(stamp);
    map.size += stored.sizes[stamp] ?? 0;
    map.goneSize += stored.sizes[stamp] ?? 0;
    map.nextStamp++;
  }
  need(next === gone.ids.length, 'the log of removals does not name every subtree');
  for (const thread of map.goneThreads.values()) {
    const removal = map.removalOf(thread.item);
    need(removal !== undefined, `thread ${thread.id} is on an item that is not there`);
    map.shrinkRemoval(removal, -sizeOfComments(thread));
  }
  map.takeJournal();
}

function storedRemovals(forest: Forest, count: number): StoredRemovals {
  return { forest, roots: new Int32Array(count), ends: new Int32Array(count), sizes: new Int32Array(count) };
}

/** Notes the subtree whose root stands at `from` as what the removal with this stamp holds; answers where the next one stands. */
function nameSubtree(stored: StoredRemovals, stamp: number, from: number): number {
  const { forest, roots, ends, sizes } = stored;
  let size = 0;
  let end = from;
  do size += sizeAt(forest, end++);
  while (end < forest.ids.length && forest.levels[end] !== 1);
  roots[stamp] = from;
  ends[stamp] = end;
  sizes[stamp] = size;
  return end;
}

function readGoneComment(map: MapState, value: unknown): void {
  const gone = parseGoneComment(value);
  const key = commentKey('thread' in gone ? gone.thread : null, gone.comment.id);
  need(!map.goneComments.has(key), 'a comment was removed twice');
  map.putGoneComment(key, gone);
  map.pushRemoval({ kind: 'comment', key }, sizeOfComment(gone.comment));
}

function parseGoneComment(value: unknown): GoneComment | GoneMessage {
  need(isRecord(value), 'a removed comment is malformed');
  const { by: remover, ...said } = value;
  const by = remover === undefined ? null : parsePersonId(remover);
  need(remover === undefined || by !== null, 'a removed comment is malformed');
  const removal = by === null ? {} : { by };
  if (hasExactly(said, ['comment'])) return { comment: readComment(said['comment']), ...removal };
  need(hasExactly(said, ['thread', 'item', 'isResolved', 'comment']), 'a removed comment is malformed');
  const { thread, isResolved, comment } = said;
  const item = parseItemId(said['item']);
  need(isShortId(thread) && item !== null && typeof isResolved === 'boolean', 'a removed comment is malformed');
  return { thread: thread as ThreadId, item, isResolved, comment: readComment(comment), ...removal };
}
