import { expect, it } from 'vitest';
import { answeredThread } from './answered-thread.ts';

const open = (id: string) => ({ id, isResolved: false });
const resolved = (id: string) => ({ id, isResolved: true });

it('a comment answers the thread that was chosen, else the newest open one, and begins one only when asked or where none is open', () => {
  const threads = [open('a'), open('b'), resolved('c')];
  expect(answeredThread(threads, null)).toBe('b');
  expect(answeredThread(threads, 'a')).toBe('a');
  expect(answeredThread(threads, 'c')).toBe('b');
  expect(answeredThread(threads, 'gone')).toBe('b');
  expect(answeredThread(threads, 'new')).toBeNull();
  expect(answeredThread([], null)).toBeNull();
  expect(answeredThread([resolved('c')], null)).toBeNull();
});
