import type { PersonId } from '@bough/base';
import { describe, expect, test } from 'vitest';
import type { Thread } from './thread-list.ts';
import { asThread, NOTHING_READ, readMore, unreadMessages, unreadThreads } from './unread.ts';

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

describe('[WEB-29] what is unread of the chat', () => {
  const chat = [said('ana', 10), said('me', 20), said('ben', 30), said('me', 40)];

  test('is what others wrote since, in order', () => {
    expect(unreadMessages(chat, NOTHING_READ, isMe)).toEqual([chat[0], chat[2]]);
    expect(unreadMessages(chat, { upTo: 10, threads: [] }, isMe)).toEqual([chat[2]]);
    const some = readMore(NOTHING_READ, [asThread(chat.slice(0, 2))], [NEW, asThread(chat)], isMe);
    expect(unreadMessages(chat, some, isMe)).toEqual([chat[2]]);
    expect([...unreadThreads([NEW], some, isMe)]).toEqual(['new']);
  });

  test('is less by what was seen, and one moment says that all is', () => {
    const all = [MINE, asThread(chat)];
    expect(readMore(NOTHING_READ, [asThread(chat)], all, isMe)).toEqual({ upTo: 50, threads: [] });
  });

  function said(author: string, at: number) {
    return { author: author as unknown as PersonId, at };
  }
});
