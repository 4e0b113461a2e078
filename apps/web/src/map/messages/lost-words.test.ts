import type { EditorSnapshot } from '@bough/editor';
import { expect, it } from 'vitest';
import { lostWords } from './lost-words.ts';

type Refused = EditorSnapshot['refused'][number];
type Op = Refused['ops'][number];

function refused(counter: number, ops: readonly unknown[], lost: readonly string[] = []): Refused {
  return { counter, ops: ops as readonly Op[], reason: 'restored', detail: '', lost };
}
const type = (id: string, at: number, insert: string) => ({ kind: 'splice', id, field: 'text', at, remove: 0, insert });

it('what was typed on is one line, and another text another', () => {
  const typed = [type('a', 3, 'hel'), type('a', 6, 'lo'), type('a', 0, 'first '), type('b', 6, 'other')];
  expect(lostWords(typed.map((op, at) => refused(at, [op])))).toEqual(['hello', 'first ', 'other']);
});

it('what else was written stands between, and what was only taken away is no line', () => {
  const all = [
    refused(1, [type('a', 0, 'one')]),
    refused(2, [{ kind: 'comment', id: 'c' }], ['a comment']),
    refused(3, [type('a', 3, ' two')]),
    refused(4, [{ ...type('a', 0, ''), remove: 2 }]),
  ];
  expect(lostWords(all)).toEqual(['one', 'a comment', ' two']);
});

it('a new item is typed on, whether its first letter came with it or not', () => {
  const added = (id: string, text: string) => ({ kind: 'add', id, fields: { text } });
  const all = [[added('a', 'o')], [type('a', 1, 'ne')], [added('b', '')], [type('b', 0, 'two')]];
  expect(lostWords(all.map((ops, at) => refused(at, ops)))).toEqual(['one', 'two']);
});

it('so it is where each letter that is gone moved the next one to its place', () => {
  const all = [
    { kind: 'add', id: 'a', fields: { text: 'o' } },
    type('a', 1, 'n'),
    type('a', 1, 'e'),
    type('a', 1, ' two'),
  ];
  expect(lostWords(all.map((op, at) => refused(at, [op])))).toEqual(['one two']);
});
