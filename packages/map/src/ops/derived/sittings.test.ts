import type { PersonId } from '@bough/base';
import { expect, test } from 'vitest';
import type { Op } from '../../changes/change.ts';
import { add, ANN, BEN, commentId, itemId, linkId, threadId } from '../../testing/scene.ts';
import { Shares, type Sitting, sittingsOf } from './sittings.ts';

const MINUTE = 60_000;
let seq = 0;
const change = (author: PersonId, minute: number, ...ops: readonly Op[]) => {
  return { seq: ++seq, author, at: minute * MINUTE, ops };
};
const remove = (name: string): Op => ({ kind: 'remove', id: itemId(name) });
const restore = (name: string, parent: string): Op => {
  return { kind: 'restore', id: itemId(name), parent: itemId(parent), order: 'a0' };
};
const move = (name: string, parent: string): Op => {
  return { kind: 'move', id: itemId(name), parent: itemId(parent), order: 'a0' };
};
const type = (name: string): Op => ({ kind: 'splice', id: itemId(name), field: 'text', at: 0, remove: 0, insert: 'x' });
const colour = (name: string): Op => ({ kind: 'set', id: itemId(name), fields: { colour: '3' } });
const reword = (name: string): Op => ({ kind: 'set', id: itemId(name), fields: { note: 'n', icon: 'x' } });

/** What is not zero. */
function told({ done }: Sitting): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(done).filter(([, value]) => value !== 0 && value !== null && value !== false),
  );
}
function one(...ops: readonly Op[]): Record<string, unknown> {
  const [sitting, ...more] = sittingsOf([change(ANN, 0, ...ops)]);
  if (sitting === undefined || more.length > 0) throw new Error('this is one sitting');
  return told(sitting);
}

test('[MAP-43] a sitting is what one person did without a pause of more than ten minutes, whoever wrote in between', () => {
  seq = 0;
  const sittings = sittingsOf([
    change(ANN, 0, add('a', null)),
    change(BEN, 1, add('b', 'a')),
    change(ANN, 10, add('c', 'a')),
    change(ANN, 20.1, add('d', 'a')),
    change(BEN, 11, type('b')),
  ]);
  expect(
    sittings.map(({ author, from, to, began, ended }) => [author, from, to, began / MINUTE, ended / MINUTE]),
  ).toEqual([
    [BEN, 2, 5, 1, 11],
    [ANN, 4, 4, 20.1, 20.1],
    [ANN, 1, 3, 0, 10],
  ]);
  expect(sittingsOf([])).toEqual([]);
});

test('[MAP-43] each thing counts once, and what was added and removed again not at all', () => {
  expect(one(type('a'), type('a'), reword('a'), colour('a'), colour('b'))).toEqual({ reworded: 1, restyled: 2 });
  expect(one(add('x', 'a'), type('x'), colour('x'), move('x', 'b'))).toEqual({ added: 1, below: itemId('b') });
  expect(one(add('x', 'a'), remove('x'))).toEqual({});
  expect(one(move('x', 'a'), type('x'), remove('x'))).toEqual({ removed: 1 });
  expect(one(remove('x'), restore('x', 'a'))).toEqual({});
  expect(one(restore('x', 'a'))).toEqual({ added: 1, below: itemId('a') });
  expect(one(move('x', 'a'), move('x', 'b'), move('y', 'b'))).toEqual({ moved: 2 });
  expect(one({ kind: 'set', id: itemId('a'), fields: { isFolded: true } })).toEqual({});
});

test('[MAP-43] it is said below what all was added, where that is one item', () => {
  expect(one(add('x', 'a'), add('y', 'x'), add('z', 'y'))).toEqual({ added: 3, below: itemId('a') });
  expect(one(add('x', 'a'), add('y', 'b'))).toEqual({ added: 2 });
  expect(one(add('x', null), add('y', 'x'))).toEqual({ added: 2 });
});

test('[MAP-43] links, comments, threads and the title are counted', () => {
  const link = (name: string): Op => {
    const looks = { label: '', colour: null, arrow: 'end', points: [] } as const;
    return { kind: 'link', link: { id: linkId(name), from: itemId('a'), to: itemId('b'), ...looks } };
  };
  const unlink = (name: string): Op => ({ kind: 'unlink', id: linkId(name) });
  expect(one(link('l'), link('l'), unlink('m'))).toEqual({ linked: 1, unlinked: 1 });
  expect(one(link('l'), unlink('l'))).toEqual({});
  const where = { thread: threadId('t'), id: commentId('c') };
  const comment: Op = { kind: 'comment', ...where, item: itemId('a'), text: 'why' };
  expect(one(comment, { kind: 'edit-comment', ...where, text: 'why?' })).toEqual({ commented: 1 });
  expect(one(comment, { kind: 'edit-comment', ...where, text: null })).toEqual({});
  expect(one({ kind: 'resolve', thread: threadId('t'), isResolved: true })).toEqual({ resolved: 1 });
  const message: Op = { kind: 'message', id: commentId('m'), text: 'hello' };
  expect(one(message, { kind: 'edit-message', id: commentId('m'), text: 'hello all' })).toEqual({ said: 1 });
  expect(one(message, { kind: 'edit-message', id: commentId('m'), text: null })).toEqual({});
  const sign = (isOn: boolean): Op => ({ kind: 'react', thread: null, id: commentId('m'), sign: '👍', isOn });
  expect(one(sign(true), sign(true))).toEqual({ reacted: 1 });
  expect(one(sign(true), sign(false))).toEqual({});
  expect(one({ kind: 'settings', fields: { title: 'T' } })).toEqual({ isRetitled: true });
  expect(one({ kind: 'settings', fields: { lineStyle: 'dashed' } })).toEqual({});
});

test('[MAP-43] what each person did in all is counted over their pauses, however it comes; who did something last stands first', () => {
  seq = 0;
  const shares = new Shares();
  shares.take([change(ANN, 0, add('a', 'top')), change(BEN, 1, type('a'))]);
  shares.take([change(ANN, 99, add('b', 'top'), type('a')), change(BEN, 200)]);
  expect(shares.all.map(({ author, done }) => [author, done.added, done.below, done.reworded])).toEqual([
    [ANN, 2, itemId('top'), 0],
    [BEN, 0, null, 1],
  ]);
});
