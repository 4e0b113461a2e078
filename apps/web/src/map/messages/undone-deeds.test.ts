import type { EditorSnapshot } from '@bough/editor';
import { expect, it } from 'vitest';
import { undoneDeeds } from './undone-deeds.ts';

type Refused = EditorSnapshot['refused'][number];
type Op = Refused['ops'][number];

const MAP: Readonly<Record<string, string>> = { a: 'one', b: 'two', c: '' };

function deeds(...changes: readonly (readonly unknown[])[]) {
  const refused = changes.map((ops, at): Refused => {
    return { counter: at + 1, ops: ops as readonly Op[], reason: 'cycle', detail: '', lost: [] };
  });
  return undoneDeeds(refused, (id) => MAP[id] ?? null).map(({ what, id, item, other }) => [what, id, item, other]);
}
const type = (id: string, field: string, insert: string) => ({ kind: 'splice', id, field, at: 0, remove: 0, insert });
const add = (id: string, parent: string, text: string) => ({ kind: 'add', id, parent, fields: { text } });

it('[WEB-19] a move is told by both items, with the one that can be shown', () => {
  expect(deeds([{ kind: 'move', id: 'a', parent: 'b' }])).toEqual([['moved', 'a', 'one', 'two']]);
  expect(deeds([{ kind: 'move', id: 'a', parent: null }])).toEqual([['freed', 'a', 'one', null]]);
});

it('[WEB-19] what was typed letter by letter is one deed, words and a note are two', () => {
  const letters = [type('a', 'text', 'h'), type('a', 'text', 'i'), type('a', 'note', 'n')].map((op) => [op]);
  expect(deeds(...letters)).toEqual([
    ['written', 'a', 'one', null],
    ['noted', 'a', 'one', null],
  ]);
});

it('[WEB-19] a new branch is one deed, by its words, with all that was done in it', () => {
  const branch = [add('x', 'a', 'fig'), add('y', 'x', 'leaf'), type('y', 'text', 'let')];
  expect(deeds(branch, [{ kind: 'set', id: 'x', fields: { colour: '3' } }])).toEqual([['added', null, 'fig', 'one']]);
});

it('[WEB-19] an item that is gone has no name, and one without words an empty one', () => {
  const style = (id: string) => ({ kind: 'set', id, fields: { colour: '3' } });
  expect(deeds([style('gone')], [style('c')])).toEqual([
    ['styled', null, null, null],
    ['styled', 'c', '', null],
  ]);
});

it('[WEB-19] every kind of change has its name', () => {
  const link = { kind: 'link', link: { from: 'a', to: 'b' } };
  const rest = [
    { kind: 'remove', id: 'a' },
    { kind: 'restore', id: 'a', parent: 'b' },
    { kind: 'unlink', id: 'l' },
    { kind: 'comment', item: 'b' },
    { kind: 'settings', fields: { title: 'A title' } },
    { kind: 'message', id: 'a' },
    { kind: 'react', thread: null, id: 'a' },
  ];
  expect(deeds([link, ...rest])).toEqual([
    ['linked', 'a', 'one', 'two'],
    ['removed', 'a', 'one', null],
    ['restored', 'a', 'one', 'two'],
    ['unlinked', null, null, null],
    ['commented', 'b', 'two', null],
    ['titled', null, null, null],
    ['said', null, null, null],
    ['reacted', null, null, null],
  ]);
});
