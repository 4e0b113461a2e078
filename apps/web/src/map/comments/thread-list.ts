import type { PersonId } from '@bough/base';
import type { Editor } from '@bough/editor';

/** A thread of comments on an item. */
export type Thread = ReturnType<Editor['threadsOf']>[number];

/** A message of the chat. */
export type Message = ReturnType<Editor['chat']>[number];

/** What was in sight: a thread, or a part of the chat. */
export interface Seen {
  readonly id: string;
  readonly comments: readonly Pick<Message, 'at' | 'author'>[];
}

/** Which threads of the map are asked for: those with something new, those that go on, those in which this person spoke or was named, or those that are done. */
export type ThreadFilter = 'new' | 'open' | 'mine' | 'resolved';

/** Newest word first, or as the items follow each other in the outline. */
export type ThreadOrder = 'time' | 'items';

interface Asked {
  readonly filter: ThreadFilter;
  readonly order: ThreadOrder;
  readonly isMe: (author: PersonId) => boolean;
  /** As a comment names this person; null: nobody knows a name. */
  readonly myName: string | null;
  /** Threads with something that this person has not read, or had not when the list was opened. */
  readonly news: ReadonlySet<Thread['id']>;
  /** The items as the outline has them. */
  readonly items: readonly { readonly id: Thread['item'] }[];
}

/** The threads that are asked for, in the order that is asked for. */
export function listThreads(threads: readonly Thread[], { filter, order, isMe, myName, news, items }: Asked): Thread[] {
  const isMine = (thread: Thread): boolean =>
    thread.comments.some(({ author, text }) => isMe(author) || (myName !== null && names(text, myName)));
  const isAsked = (thread: Thread): boolean => {
    if (filter === 'new') return news.has(thread.id);
    return filter === 'mine' ? isMine(thread) : thread.isResolved === (filter === 'resolved');
  };
  const found = threads.filter(isAsked);
  if (order === 'time') return found.sort((a, b) => lastWordOf(b) - lastWordOf(a));
  const places = new Map(items.map(({ id }, place) => [id, place]));
  const placeOf = (thread: Thread): number => places.get(thread.item) ?? Infinity;
  return found.sort((a, b) => placeOf(a) - placeOf(b) || firstWordOf(a) - firstWordOf(b));
}

/** Whether the text calls this name: the whole of it, as mail does. */
function names(text: string, name: string): boolean {
  const at = text.toLowerCase().indexOf(`@${name.toLowerCase()}`);
  return at >= 0 && !/^[\p{L}\p{N}]/u.test(text.slice(at + name.length + 1));
}

function lastWordOf({ comments }: Thread): number {
  return Math.max(...comments.map(({ at }) => at));
}

function firstWordOf({ comments }: Thread): number {
  return Math.min(...comments.map(({ at }) => at));
}
