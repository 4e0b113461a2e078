import type { PersonId } from '@bough/base';
import { type CommentsRead, readFurther } from '@bough/contracts';
import type { Thread } from './thread-list.ts';

/** Nothing was read yet. */
export const NOTHING_READ: CommentsRead = { upTo: 0, threads: [] };

/** The threads in which somebody else has said something that this person has not read. */
export function unreadThreads(
  threads: readonly Thread[],
  read: CommentsRead,
  isMe: (author: PersonId) => boolean,
): ReadonlySet<Thread['id']> {
  const known = new Map(read.threads.map(({ thread, upTo }) => [thread, upTo]));
  const isNew = ({ id, comments }: Thread): boolean => {
    const upTo = Math.max(read.upTo, known.get(id) ?? 0);
    return comments.some(({ at, author }) => at > upTo && !isMe(author));
  };
  return new Set(threads.filter(isNew).map(({ id }) => id));
}

/**
 * What is read once the person has seen `seen` as well. Where nothing is left unread, one moment says it for the whole map, so that what is
 * kept stays small.
 */
export function readMore(
  read: CommentsRead,
  seen: readonly Thread[],
  all: readonly Thread[],
  isMe: (author: PersonId) => boolean,
): CommentsRead {
  const threads = seen.map((thread) => ({ thread: thread.id, upTo: lastOf([thread]) }));
  const further = readFurther(read, { upTo: 0, threads });
  return unreadThreads(all, further, isMe).size === 0
    ? { upTo: Math.max(read.upTo, lastOf(all)), threads: [] }
    : further;
}

function lastOf(threads: readonly Thread[]): number {
  return Math.max(0, ...threads.flatMap(({ comments }) => comments.map(({ at }) => at)));
}
