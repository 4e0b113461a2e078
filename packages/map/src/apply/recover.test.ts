import type { Op } from '../changes/change.ts';
import { expect, test } from 'vitest';
import { childrenOf, removedSize } from './apply.ts';
import { check } from './check.ts';
import { decodeMap } from '../stored/decode.ts';
import { encodeMap, encodeVisible } from '../stored/encode.ts';
import { isRecoveredItem, recoveredItemId } from '../model/identity.ts';
import { LIMITS } from '../model/limits.ts';
import type { Link } from '../model/model.ts';
import { add, commentId, edit, itemId, linkId, mapOf, refusal, threadId } from '../testing/scene.ts';
import { must } from '@bough/base';

const TREE = { root: null, branch: 'root', twig: 'branch', leaf: 'twig', other: 'root' };
const SHELF = recoveredItemId(0);
const link = (from: string, to: string): Link => {
  return { id: linkId('l'), from: itemId(from), to: itemId(to), label: '', colour: null, arrow: 'end', points: [] };
};
const comment = (item: string): Op => {
  return { kind: 'comment', thread: threadId('t'), item: itemId(item), id: commentId('c'), text: 'why?' };
};
const remove = (id: string): Op => ({ kind: 'remove', id: itemId(id) });
const restore = (id: string, parent: string | null): Op => {
  return { kind: 'restore', id: itemId(id), parent: parent === null ? null : itemId(parent), order: 'a0' };
};

const LATE_EDITS: readonly { readonly name: string; readonly op: Op }[] = [
  { name: 'a set', op: { kind: 'set', id: itemId('twig'), fields: { colour: '3' } } },
  { name: 'a splice', op: { kind: 'splice', id: itemId('twig'), field: 'text', at: 4, remove: 0, insert: '!' } },
  { name: 'an add below', op: add('bud', 'twig') },
  { name: 'a move into', op: { kind: 'move', id: itemId('other'), parent: itemId('twig'), order: 'a0' } },
  { name: 'a link to', op: { kind: 'link', link: link('other', 'twig') } },
  { name: 'a link from', op: { kind: 'link', link: link('twig', 'other') } },
  { name: 'a comment', op: comment('twig') },
];

test.for(LATE_EDITS)('[MAP-14] $name on a removed item brings it back below the recovered item', ({ op }) => {
  const map = mapOf(TREE);
  edit(map, remove('branch'));
  const applied = edit(map, op);
  expect(applied.recovered).toEqual([itemId('twig')]);
  expect(map.items.get(itemId('twig'))?.parent).toBe(SHELF);
  expect(map.items.get(SHELF)).toMatchObject({ parent: null, text: 'Recovered' });
  expect(isRecoveredItem(SHELF)).toBe(true);
  expect(childrenOf(map, itemId('twig'))).toContain(itemId('leaf'));
  expect(map.items.has(itemId('branch'))).toBe(false);
  expect(check(map)).toEqual([]);
});

test('[MAP-14] talk in a thread on a removed item brings the item back', () => {
  for (const op of [
    { kind: 'edit-comment', thread: threadId('t'), id: commentId('c'), text: 'because' },
    { kind: 'resolve', thread: threadId('t'), isResolved: true },
  ] satisfies Op[]) {
    const map = mapOf(TREE);
    edit(map, comment('leaf'));
    edit(map, remove('twig'));
    expect(map.threads.size).toBe(0);
    expect(edit(map, op).recovered).toEqual([itemId('leaf')]);
    expect(map.threads.get(threadId('t'))?.item).toBe(itemId('leaf'));
  }
});

test('[MAP-14] a second recovery goes below the same item; a removed one is followed by another', () => {
  const map = mapOf({ ...TREE, more: 'root', third: 'root' });
  edit(map, remove('twig'), remove('more'), remove('third'));
  const set = (id: string): Op => ({ kind: 'set', id: itemId(id), fields: { note: 'late' } });
  edit(map, set('twig'));
  edit(map, set('more'));
  expect(childrenOf(map, SHELF)).toEqual([itemId('more'), itemId('twig')]);
  edit(map, { kind: 'remove', id: SHELF });
  edit(map, set('third'));
  expect(map.items.get(itemId('third'))?.parent).toBe(recoveredItemId(1));
  expect(refusal(map, { ...add('x', null), id: recoveredItemId(5) } as Op).reason).toBe('malformed');
});

test('[MAP-15] a removed item that somebody moved elsewhere is there, and what it hung on stays removed', () => {
  const map = mapOf(TREE);
  edit(map, remove('branch'));
  const before = encodeVisible(map);
  const applied = edit(map, { kind: 'move', id: itemId('twig'), parent: itemId('other'), order: 'a0', side: 'left' });
  expect(applied.recovered).toEqual([itemId('twig')]);
  expect(childrenOf(map, itemId('other'))).toEqual([itemId('twig')]);
  expect(map.items.has(SHELF) || map.items.has(itemId('branch'))).toBe(false);
  edit(map, ...applied.inverse);
  expect(encodeVisible(map)).toBe(before);
});

test('[MAP-16] a restore brings back the branch with links and talk, as it was', () => {
  const map = mapOf(TREE);
  edit(map, { kind: 'link', link: link('leaf', 'other') }, comment('twig'));
  const before = encodeVisible(map);
  const applied = edit(map, remove('branch'));
  expect([map.links.size, map.threads.size]).toEqual([0, 0]);
  edit(map, ...applied.inverse);
  expect(encodeVisible(map)).toBe(before);
});

test('[MAP-16] a link whose other end is removed too comes back with the second end', () => {
  const map = mapOf({ root: null, a: 'root', b: 'root' });
  edit(map, { kind: 'link', link: link('a', 'b') });
  edit(map, remove('a'), remove('b'));
  edit(map, restore('a', 'root'));
  expect(map.links.size).toBe(0);
  edit(map, restore('b', 'root'));
  expect(map.links.size).toBe(1);
});

test('[MAP-16] what was recovered goes back to its place from there; what was not removed is refused', () => {
  const map = mapOf(TREE);
  const undo = edit(map, remove('branch')).inverse;
  edit(map, { kind: 'set', id: itemId('branch'), fields: { note: 'late' } });
  edit(map, ...undo);
  expect(map.items.get(itemId('branch'))).toMatchObject({ parent: itemId('root'), note: 'late' });
  expect(refusal(map, ...undo).reason).toBe('exists');
});

test('[MAP-17] of two nested removals each comes back by its own restore only', () => {
  for (const order of [
    ['twig', 'branch'],
    ['branch', 'twig'],
  ]) {
    const map = mapOf(TREE);
    for (const id of order) edit(map, remove(id));
    edit(map, restore('branch', 'root'));
    expect(map.items.has(itemId('branch'))).toBe(true);
    expect(map.items.has(itemId('twig'))).toBe(false);
    edit(map, restore('twig', 'branch'));
    expect(map.items.has(itemId('leaf'))).toBe(true);
    expect(check(map)).toEqual([]);
  }
});

test('[MAP-18] the oldest removals are let go when newer ones need the room, never those of the change at hand', () => {
  const map = mapOf({ root: null });
  const text = 'x'.repeat(LIMITS.text);
  const fits = Math.floor(LIMITS.removed / (LIMITS.text + 64));
  for (let i = 0; i <= fits; i++) edit(map, add(`n${i}`, 'root', 'a0', { text }));
  for (let i = 0; i < fits; i++) edit(map, remove(`n${i}`));
  expect(removedSize(map)).toBe(fits * (LIMITS.text + 64));
  edit(map, restore('n0', 'root'));
  edit(map, remove('n0'));
  edit(map, remove(`n${fits}`));
  expect(removedSize(map)).toBe(fits * (LIMITS.text + 64));
  // n1 was the oldest one: n0 had been back meanwhile.
  expect(refusal(map, restore('n1', 'root')).reason).toBe('missing');
  edit(map, restore('n0', 'root'), restore('n2', 'root'));
  const twin = must(decodeMap(encodeMap(map)));
  const all = Array.from({ length: fits }, (_, i) => remove(`n${i}`)).filter(
    (op) => op.kind === 'remove' && map.items.has(op.id),
  );
  expect(edit(map, ...all).inverse).toEqual(edit(twin, ...all).inverse);
  expect(encodeMap(twin)).toBe(encodeMap(map));
  expect(check(map)).toEqual([]);
});

test('[MAP-18] one removal larger than the bound is kept until the next one', () => {
  const map = mapOf({ root: null, huge: 'root', small: 'root' });
  const text = 'x'.repeat(LIMITS.text);
  for (let i = 0; i * LIMITS.text <= LIMITS.removed; i++) edit(map, add(`n${i}`, 'huge', 'a0', { text }));
  const undo = edit(map, remove('huge')).inverse;
  edit(map, ...undo);
  edit(map, remove('huge'));
  edit(map, remove('small'));
  expect(refusal(map, ...undo).reason).toBe('missing');
  // Its id is free again.
  edit(map, add('huge', 'root'));
  expect(check(map)).toEqual([]);
});

test('[MAP-19] an edit of a removed comment brings it back, on its item', () => {
  const map = mapOf(TREE);
  edit(map, comment('leaf'));
  edit(map, { kind: 'edit-comment', thread: threadId('t'), id: commentId('c'), text: null });
  edit(map, remove('twig'));
  const applied = edit(map, { kind: 'edit-comment', thread: threadId('t'), id: commentId('c'), text: 'still' });
  expect(applied.recovered).toEqual([itemId('leaf')]);
  expect(map.threads.get(threadId('t'))).toMatchObject({
    item: itemId('leaf'),
    comments: [{ text: 'still', at: 1_700_000_000_000 }],
  });
  // Removing it twice is what both wanted.
  for (let i = 0; i < 2; i++)
    edit(map, { kind: 'edit-comment', thread: threadId('t'), id: commentId('c'), text: null });
  expect(map.threads.size).toBe(0);
  expect(check(map)).toEqual([]);
});

test('[MAP-3] the inverse mends what later ops of the same change took out of a removal', () => {
  const map = mapOf(TREE);
  edit(map, { kind: 'link', link: link('leaf', 'other') });
  const before = encodeVisible(map);
  const applied = edit(
    map,
    remove('branch'),
    remove('twig'),
    { kind: 'set', id: itemId('leaf'), fields: { note: 'late' } },
    remove('leaf'),
    { kind: 'unlink', id: linkId('l') },
  );
  edit(map, ...applied.inverse);
  expect(encodeVisible(map)).toBe(before);
  expect(check(map)).toEqual([]);
});
