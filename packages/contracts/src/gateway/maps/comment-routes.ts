import { instant, shortId } from '../../ids.ts';
import { route, routeTable } from '../../define.ts';
import { list, object } from '../../parser.ts';
import type { ParsedBy } from '../../parser.ts';
import { ofMap } from './map-routes.ts';

/** So many threads are remembered one by one; before there are more, everything up to some moment is read. */
export const READ_THREADS_MOST = 200;

/** The name under which the reading of a map's chat stands among those of threads: no thread has it, since theirs are made by chance. */
export const CHAT_READ = 'chat--------';

/** What a person has read of the comments of a map: all up to a moment, and of some threads more. */
export const commentsRead = object({
  upTo: instant,
  threads: list(object({ thread: shortId, upTo: instant }), READ_THREADS_MOST),
});
export type CommentsRead = ParsedBy<typeof commentsRead>;

/** What pages keep about comments; the comments themselves are part of the map. */
export const commentRoutes = routeTable({
  commentsRead: route('gateway', 'comment', 'GET /api/maps/:map/comments-read', {
    params: ofMap,
    answer: commentsRead,
  }),
  /** Moments only go on: an earlier one than was known changes nothing. */
  readComments: route('gateway', 'comment', 'PUT /api/maps/:map/comments-read', {
    params: ofMap,
    body: commentsRead,
  }),
});

/**
 * Both readings together: a device that was away has read no less by it. The threads read last are kept, where there are
 * too many, and always the chat.
 */
export function readFurther(known: CommentsRead, read: CommentsRead): CommentsRead {
  const upTo = Math.max(known.upTo, read.upTo);
  const threads = new Map<string, number>();
  for (const each of [...known.threads, ...read.threads])
    if (each.upTo > upTo) threads.set(each.thread, Math.max(each.upTo, threads.get(each.thread) ?? 0));
  const isChat = (thread: string): number => Number(thread === CHAT_READ);
  const newest = [...threads].sort(([one, a], [other, b]) => isChat(other) - isChat(one) || b - a);
  return { upTo, threads: newest.slice(0, READ_THREADS_MOST).map(([thread, until]) => ({ thread, upTo: until })) };
}
