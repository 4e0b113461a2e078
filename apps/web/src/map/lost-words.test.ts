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
    refused(2, [{ kind: 'add', id: 'c' }], ['branch', 'note']),
    refused(3, [type('a', 3, ' two')]),
    refused(4, [{ ...type('a', 0, ''), remove: 2 }]),
  ];
  expect(lostWords(all)).toEqual(['one', 'branch', 'note', ' two']);
});
