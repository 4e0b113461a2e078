import { makeIds, must, type PersonId } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { applyOps, emptyMap, type ItemId, type MindMap, newItemId, type Op } from '@bough/map';
import { expect, test } from 'vitest';
import { tooManyFor } from './most-drawn.ts';

const ids = makeIds({ now: () => 0 }, seededRandom(1));

/** A root with a branch that is folded, below which there are six; and their ids, from above. */
function foldedMap(): { readonly map: MindMap; readonly all: readonly ItemId[] } {
  const map = emptyMap();
  const all = Array.from({ length: 8 }, () => newItemId(ids));
  const ops = all.map((id, i): Op => {
    const parent = all[Math.min(i, 2) - 1] ?? null;
    return { kind: 'add', id, parent, order: `a${i}`, fields: { text: `item ${i}`, isFolded: i === 1 } };
  });
  must(applyOps(map, { author: ids.long() as PersonId, at: 1, ops }));
  return { map, all };
}

test('[EXP-31] what is drawn is counted: what is folded away is not, but in Visio, and of a branch that alone', () => {
  const { map, all } = foldedMap();
  const [root, , leaf] = all;
  if (root === undefined || leaf === undefined) throw new Error('no items');
  const whole = { format: 'svg', branch: null };
  expect(tooManyFor(map, whole, { items: 2 })).toBeNull();
  expect(tooManyFor(map, whole, { items: 1 })).toEqual({ items: 2, most: 1 });
  expect(tooManyFor(map, { format: 'vsdx', branch: null }, { items: 8 })).toBeNull();
  expect(tooManyFor(map, { format: 'vsdx', branch: null }, { items: 7 })).toEqual({ items: 8, most: 7 });
  expect(tooManyFor(map, { format: 'vsdx', branch: root }, { items: 7 })).toEqual({ items: 8, most: 7 });
  expect(tooManyFor(map, { format: 'vsdx', branch: leaf }, { items: 1 })).toBeNull();
});

test('[EXP-32] long words count too: of a map with them fewer items are drawn, and the most is told for such words', () => {
  const { map } = foldedMap();
  // Two items of six letters are drawn.
  const room = { letters: 32, ofItem: 10 };
  expect(tooManyFor(map, { format: 'svg', branch: null }, { items: 9, room })).toBeNull();
  expect(tooManyFor(map, { format: 'svg', branch: null }, { items: 9, room: { ...room, letters: 31 } })).toEqual({
    items: 2,
    most: 1,
  });
});
