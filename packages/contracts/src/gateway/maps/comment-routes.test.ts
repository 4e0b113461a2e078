import { describe, expect, test } from 'vitest';
import { CHAT_READ, commentsRead, READ_THREADS_MOST, readFurther } from './comment-routes.ts';

const thread = (n: number): string => `thread${String(n).padStart(6, '0')}`;
const at = (n: number, upTo: number) => ({ thread: thread(n), upTo });

test('[GW-482] how far the chat was read is kept beside the threads, however many there are', () => {
  const chat = { thread: CHAT_READ, upTo: 1 };
  const known = { upTo: 0, threads: Array.from({ length: READ_THREADS_MOST }, (_, n) => at(n, n + 10)) };
  const read = readFurther({ upTo: 0, threads: [chat] }, known);
  expect(read.threads).toHaveLength(READ_THREADS_MOST);
  expect(read.threads[0]).toEqual(chat);
  expect(commentsRead(read).ok).toBe(true);
});

describe('[GW-438] of two readings the further one counts', () => {
  test('whichever comes later', () => {
    const phone = { upTo: 10, threads: [at(1, 15), at(2, 12)] };
    const laptop = { upTo: 12, threads: [at(1, 14), at(3, 20)] };
    const both = { upTo: 12, threads: [at(3, 20), at(1, 15)] };
    expect(readFurther(phone, laptop)).toEqual(both);
    expect(readFurther(laptop, phone)).toEqual(both);
    expect(readFurther(both, { upTo: 0, threads: [] })).toEqual(both);
  });

  test('and the threads that were read last are kept', () => {
    const known = { upTo: 0, threads: Array.from({ length: READ_THREADS_MOST }, (_, n) => at(n, n + 1)) };
    const read = readFurther(known, { upTo: 0, threads: [at(900, 900)] });
    expect(read.threads).toHaveLength(READ_THREADS_MOST);
    expect(read.threads[0]).toEqual(at(900, 900));
    expect(read.threads.some(({ upTo }) => upTo === 1)).toBe(false);
  });
});
