import { must, type PersonId } from '@bough/base';
import { expect, test } from 'vitest';
import { check } from './check.ts';
import { applyOps, emptyMap, rollback } from './apply.ts';
import type { Op } from '../changes/change.ts';
import { refuseComments } from '../changes/comment-rights.ts';
import { LIMITS } from '../model/limits.ts';
import type { MindMap, Reaction, Sign } from '../model/model.ts';
import { sizeOfComment } from '../model/size.ts';
import { chatOf } from '../state/attached.ts';
import { stateOf } from '../state/state.ts';
import { decodeMap } from '../stored/decode.ts';
import { encodeMap, encodeVisible } from '../stored/encode.ts';
import { add, ANN, BEN, commentId, edit, itemId, threadId } from '../testing/scene.ts';

const write = (id: string, text = id): Op => ({ kind: 'message', id: commentId(id), text });
const change = (id: string, text: string | null): Op => ({ kind: 'edit-message', id: commentId(id), text });
const sign = (on: string | null, mark: Sign = '👍', isOn = true): Op => {
  return { kind: 'react', thread: on === null ? null : threadId(on), id: commentId('c'), sign: mark, isOn };
};

function by(map: MindMap, author: PersonId, at: number, ...ops: readonly Op[]) {
  const applied = must(applyOps(map, { author, at, ops }));
  expect(check(map)).toEqual([]);
  return applied;
}

const texts = (map: MindMap): readonly string[] => chatOf(map).map(({ text }) => text);

/** A map with a comment, and a message, both called c. */
function talked(): MindMap {
  const map = emptyMap();
  edit(map, add('a', null), {
    kind: 'comment',
    thread: threadId('t'),
    item: itemId('a'),
    id: commentId('c'),
    text: 'x',
  });
  by(map, ANN, 5, write('c'));
  return map;
}

function reactions(map: MindMap, on: 'thread' | 'chat'): readonly Reaction[] | undefined {
  const comment = on === 'chat' ? map.chat.get(commentId('c')) : map.threads.get(threadId('t'))?.comments[0];
  return comment?.reactions;
}

test('[MAP-56] a chat is read by time, whoever wrote first, and keeps author and time when a message comes back', () => {
  const map = emptyMap();
  by(map, ANN, 20, write('later'));
  by(map, BEN, 10, write('sooner'));
  expect(texts(map)).toEqual(['sooner', 'later']);
  const gone = by(map, BEN, 30, change('sooner', null));
  expect(texts(map)).toEqual(['later']);
  by(map, BEN, 40, ...gone.inverse);
  expect(chatOf(map)[0]).toMatchObject({ author: BEN, at: 10, text: 'sooner' });
  by(map, BEN, 50, change('sooner', 'in other words'));
  expect(texts(map)).toEqual(['in other words', 'later']);
  expect(applyOps(map, { author: ANN, at: 60, ops: [write('sooner')] })).toMatchObject({ error: { reason: 'exists' } });
  expect(applyOps(map, { author: ANN, at: 60, ops: [change('never', 'x')] })).toMatchObject({
    error: { reason: 'missing' },
  });
});

test('[MAP-56] what is in the chat counts, is stored, and is shown to nobody who may not read comments', () => {
  const map = talked();
  const { size } = stateOf(map);
  by(map, BEN, 6, write('d', 'four'));
  expect(stateOf(map).size - size).toBe(sizeOfComment({ text: 'four' }));
  expect(texts(must(decodeMap(encodeMap(map))))).toEqual(['c', 'four']);
  expect(encodeVisible(map)).toContain('four');
  expect(encodeVisible(map, { comments: 'none' })).not.toContain('four');
});

test('[MAP-56] a message is changed by its author, and removed by its author or an editor, whose undo brings it back as it was', () => {
  const map = talked();
  const may = (author: PersonId, mayEdit: boolean, text: string | null): boolean =>
    refuseComments(map, { author, mayEdit }, [change('c', text)]) === null;
  expect([may(ANN, false, 'mine'), may(ANN, false, null)]).toEqual([true, true]);
  expect([may(BEN, false, 'x'), may(BEN, false, null), may(BEN, true, 'x'), may(BEN, true, null)]).toEqual([
    false,
    false,
    false,
    true,
  ]);
  by(map, BEN, 7, change('c', null));
  expect([may(BEN, true, 'c'), may(BEN, true, 'x'), may(BEN, false, 'c')]).toEqual([true, false, false]);
  // Who removed it is kept: its author alone does not undo what an editor did.
  expect([may(ANN, true, 'c'), may(ANN, true, 'x'), may(ANN, false, 'c')]).toEqual([true, false, false]);
  expect(encodeMap(must(decodeMap(encodeMap(map))))).toBe(encodeMap(map));
  expect(refuseComments(map, { author: BEN, mayEdit: false }, [write('new'), change('new', 'x')])).toBeNull();
});

test('[MAP-56] a message that was removed is let go when newer removals need its room', () => {
  const map = talked();
  by(map, ANN, 7, change('c', null));
  const long = 'x'.repeat(10_000);
  for (let n = 0; n * long.length < LIMITS.removed; n++) {
    applyOps(map, { author: ANN, at: 8, ops: [write(`m${n}`, long), change(`m${n}`, null)] });
  }
  expect(applyOps(map, { author: ANN, at: 9, ops: [change('c', 'back')] })).toMatchObject({ ok: false });
  expect(check(map)).toEqual([]);
});

test.for(['thread', 'chat'] as const)(
  '[MAP-57] signs of several people stay, one’s own twice is one: on a %s',
  (on) => {
    const where = on === 'chat' ? null : 't';
    const changes = [
      [ANN, sign(where)],
      [BEN, sign(where)],
      [ANN, sign(where)],
      [BEN, sign(where, '👀')],
    ] as const;
    const both = [changes, changes.toReversed()].map((all) => {
      const map = talked();
      for (const [author, op] of all) by(map, author, 9, op);
      return map;
    });
    expect(both.map((map) => reactions(map, on))).toEqual([
      [
        { sign: '👍', people: [ANN, BEN] },
        { sign: '👀', people: [BEN] },
      ],
      [
        { sign: '👍', people: [ANN, BEN] },
        { sign: '👀', people: [BEN] },
      ],
    ]);
    const [map = talked(), other = talked()] = both;
    expect(encodeVisible(map)).toBe(encodeVisible(other));
    expect(encodeMap(must(decodeMap(encodeMap(map))))).toBe(encodeMap(map));
  },
);

test('[MAP-57] undo takes one’s own sign alone, and what stands there already leaves nothing to undo', () => {
  const map = talked();
  by(map, BEN, 8, sign('t'));
  const own = by(map, ANN, 9, sign('t'));
  expect(by(map, ANN, 10, sign('t')).inverse).toEqual([]);
  by(map, ANN, 11, ...own.inverse);
  expect(reactions(map, 'thread')).toEqual([{ sign: '👍', people: [BEN] }]);
  by(map, ANN, 12, sign('t', '👍', false));
  by(map, BEN, 13, sign('t', '👍', false));
  expect(reactions(map, 'thread')).toBeUndefined();
});

test('[MAP-57] a sign brings nothing back, and is there when what was removed comes back', () => {
  const map = talked();
  const gone = by(map, ANN, 8, { kind: 'edit-comment', thread: threadId('t'), id: commentId('c'), text: null });
  const [before, size] = [encodeVisible(map), stateOf(map).goneSize];
  const late = by(map, BEN, 9, sign('t'));
  expect(encodeVisible(map)).toBe(before);
  expect(stateOf(map).goneSize - size).toBe(64);
  rollback(map, late);
  by(map, BEN, 9, sign('t'));
  by(map, ANN, 10, ...gone.inverse);
  expect(reactions(map, 'thread')).toEqual([{ sign: '👍', people: [BEN] }]);
  const item = by(map, ANN, 11, { kind: 'remove', id: itemId('a') });
  expect(refuseComments(map, { author: BEN, mayEdit: false }, [sign('t', '🎉')])).toBeNull();
  expect(by(map, BEN, 12, sign('t', '🎉')).recovered).toEqual([]);
  expect(map.items.size).toBe(0);
  by(map, ANN, 13, ...item.inverse);
  expect(reactions(map, 'thread')?.map((each) => each.sign)).toEqual(['👍', '🎉']);
  const message = by(map, ANN, 14, change('c', null));
  by(map, BEN, 15, sign(null, '😄'));
  by(map, ANN, 16, ...message.inverse);
  expect(reactions(map, 'chat')).toEqual([{ sign: '😄', people: [BEN] }]);
});

test('[MAP-57] a comment takes so many signs and no more, and only signs that there are', () => {
  const map = talked();
  const person = (n: number): PersonId => `AYvP5WgAceuN5Y5FxX${String(n).padStart(4, '0')}` as PersonId;
  for (let n = 0; n < LIMITS.reactions; n++) applyOps(map, { author: person(n), at: 9, ops: [sign(null)] });
  expect(reactions(map, 'chat')?.[0]?.people).toHaveLength(LIMITS.reactions);
  expect(applyOps(map, { author: BEN, at: 9, ops: [sign(null)] })).toMatchObject({ error: { reason: 'limit' } });
  expect(check(map)).toEqual([]);
  const wrong = { ...sign(null), sign: '🔥' } as unknown as Op;
  expect(applyOps(map, { author: BEN, at: 9, ops: [wrong] })).toMatchObject({ error: { reason: 'malformed' } });
});

test('[MAP-57] stored signs that are doubled, out of order or nobody’s are refused', () => {
  const map = talked();
  by(map, ANN, 8, sign(null), sign(null, '👀'));
  by(map, BEN, 9, sign(null));
  const text = encodeMap(map);
  const damaged = [
    text.replace(`["${ANN}","${BEN}"]`, `["${BEN}","${ANN}"]`),
    text.replace(`["${ANN}","${BEN}"]`, `["${ANN}","${ANN}"]`),
    text.replace(`["${ANN}","${BEN}"]`, '[]'),
    text.replace(`["${ANN}","${BEN}"]`, '["nobody"]'),
    text.replace('"sign":"👀"', '"sign":"👍"'),
    text.replace('"sign":"👀"', '"sign":"🔥"'),
    text.replace(/"reactions":\[.*?\]\}\]/u, '"reactions":[]'),
  ];
  for (const each of damaged) {
    expect(each).not.toBe(text);
    expect(decodeMap(each).ok).toBe(false);
  }
});

test('[MAP-58] the chat is the same list until somebody writes in it, and a message costs no more in a long one', () => {
  const map = emptyMap();
  edit(map, add('a', null));
  for (let n = 0; n < 5_000; n++) applyOps(map, { author: ANN, at: n, ops: [write(`m${n}`)] });
  const chat = chatOf(map);
  edit(map, { kind: 'splice', id: itemId('a'), field: 'text', at: 0, remove: 0, insert: 'x' });
  expect(chatOf(map)).toBe(chat);
  const applied = must(applyOps(map, { author: BEN, at: 5_000, ops: [write('last')] }));
  expect([chatOf(map).length, chat.length, [...applied.touched.messages]]).toEqual([5_001, 5_000, [commentId('last')]]);
  // Of what was there before, each message is still the same value.
  expect(chatOf(map).every((message, n) => n === 5_000 || message === chat[n])).toBe(true);
  rollback(map, applied);
  expect(chatOf(map)).toEqual(chat);
});

test('[MAP-56] a chat has a limit', { timeout: 30_000 }, () => {
  const map = emptyMap();
  for (let n = 0; n < LIMITS.chat; n += 1_000) {
    const ops = Array.from({ length: 1_000 }, (_, i): Op => write(`m${n + i}`));
    applyOps(map, { author: ANN, at: n, ops });
  }
  expect(map.chat.size).toBe(LIMITS.chat);
  expect(applyOps(map, { author: ANN, at: 1, ops: [write('more')] })).toMatchObject({ error: { reason: 'limit' } });
});
