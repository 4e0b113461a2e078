import type { PersonId } from '@bough/base';
import { describe, expect, test } from 'vitest';
import type { Thread } from './thread-list.ts';
import { NOTHING_READ, readMore, unreadThreads } from './unread.ts';

const isMe = (author: PersonId): boolean => String(author) === 'me';

function thread(id: string, ...said: [author: string, at: number][]): Thread {
  return { id, comments: said.map(([author, at]) => ({ author, at })) } as unknown as Thread;
}

const OLD = thread('old', ['ana', 10], ['me', 20]);
const NEW = thread('new', ['me', 30], ['ana', 40]);
const MINE = thread('mine', ['me', 50]);
const ALL = [OLD, NEW, MINE];

describe('[WEB-14] what is unread', () => {
  test('is what others said since, in each thread by itself', () => {
    expect([...unreadThreads(ALL, NOTHING_READ, isMe)]).toEqual(['old', 'new']);
    expect([...unreadThreads(ALL, { upTo: 20, threads: [] }, isMe)]).toEqual(['new']);
    expect([...unreadThreads(ALL, { upTo: 0, threads: [{ thread: 'new', upTo: 40 }] }, isMe)]).toEqual(['old']);
  });

  test('is less by the threads that were seen, and one moment says that all are', () => {
    const some = readMore(NOTHING_READ, [NEW], ALL, isMe);
    expect(some).toEqual({ upTo: 0, threads: [{ thread: 'new', upTo: 40 }] });
    expect(readMore(some, [OLD], ALL, isMe)).toEqual({ upTo: 50, threads: [] });
  });

  test('is never more by a thread that was seen before', () => {
    const read = { upTo: 100, threads: [] };
    expect(readMore(read, [OLD], ALL, isMe)).toEqual(read);
  });
});
