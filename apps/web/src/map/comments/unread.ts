import type { PersonId } from '@bough/base';
import { CHAT_READ, type CommentsRead, readFurther } from '@bough/contracts';

/** As much of a thread as decides what of it is unread. */
interface Read<Id extends string = string> {
  readonly id: Id;
  readonly comments: readonly { readonly at: number; readonly author: PersonId }[];
}

/** The chat of a map, read as threads are. */
export function asThread<M extends Read['comments'][number]>(messages: readonly M[]) {
  return { id: CHAT_READ, comments: messages } as const;
}

/** Nothing was read yet. */
export const NOTHING_READ: CommentsRead = { upTo: 0, threads: [] };

/** The threads in which somebody else has said something that this person has not read. */
export function unreadThreads<Id extends string>(
  threads: readonly Read<Id>[],
  read: CommentsRead,
  isMe: (author: PersonId) => boolean,
): ReadonlySet<Id> {
  const isNew = ({ id, comments }: Read): boolean => {
    const upTo = readUpTo(read, id);
    return comments.some(({ at, author }) => at > upTo && !isMe(author));
  };
  return new Set(threads.filter(isNew).map(({ id }) => id));
}

/** The messages of the chat, which are in order, that somebody else has written and this person has not read. */
export function unreadMessages<M extends Read['comments'][number]>(
  chat: readonly M[],
  read: CommentsRead,
  isMe: (author: PersonId) => boolean,
): readonly M[] {
  const upTo = readUpTo(read, CHAT_READ);
  const last = chat.findLastIndex(({ at }) => at <= upTo);
  return chat.slice(last + 1).filter(({ author }) => !isMe(author));
}

function readUpTo(read: CommentsRead, id: string): number {
  return Math.max(read.upTo, read.threads.find(({ thread }) => thread === id)?.upTo ?? 0);
}

/**
 * What is read once the person has seen `seen` as well. Where nothing is left unread, one moment says it for the whole map, so that what is
 * kept stays small.
 */
export function readMore(
  read: CommentsRead,
  seen: readonly Read[],
  all: readonly Read[],
  isMe: (author: PersonId) => boolean,
): CommentsRead {
  const threads = seen.map((thread) => ({ thread: thread.id, upTo: lastOf([thread]) }));
  const further = readFurther(read, { upTo: 0, threads });
  return unreadThreads(all, further, isMe).size === 0
    ? { upTo: Math.max(read.upTo, lastOf(all)), threads: [] }
    : further;
}

function lastOf(threads: readonly Read[]): number {
  return threads.reduce((last, { comments }) => comments.reduce((most, { at }) => Math.max(most, at), last), 0);
}
