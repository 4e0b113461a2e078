import type { Comment, ItemId, Link, MindMap, Thread } from '../model/model.ts';
import { stateOf } from './state.ts';

// What is attached to one item, from the indexes that every change keeps: asking costs what is found, however large the map is.

const NO_LINKS: readonly Link[] = Object.freeze([]);
const NO_THREADS: readonly Thread[] = Object.freeze([]);

/** The links that begin or end at the item; none for an item that is not in the map. */
export function linksAt(map: MindMap, item: ItemId): readonly Link[] {
  const { links, linksOf } = stateOf(map);
  const ids = linksOf.get(item);
  if (ids === undefined) return NO_LINKS;
  const found: Link[] = [];
  for (const id of ids) {
    // The index has removed links too: those whose other end was removed.
    const link = links.get(id);
    if (link !== undefined) found.push(link);
  }
  return found;
}

/** The threads of comments on the item, resolved ones too; none for an item that is not in the map. */
export function threadsOn(map: MindMap, item: ItemId): readonly Thread[] {
  const { threads, threadsOf } = stateOf(map);
  const ids = threadsOf.get(item);
  if (ids === undefined) return NO_THREADS;
  const found: Thread[] = [];
  for (const id of ids) {
    const thread = threads.get(id);
    if (thread !== undefined) found.push(thread);
  }
  return found;
}

/** The chat of the map, oldest message first: the same list as long as nobody writes in it. */
export function chatOf(map: MindMap): readonly Comment[] {
  return stateOf(map).chatByTime;
}
