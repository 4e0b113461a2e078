import { must } from '@bough/base';
import { expect, test } from 'vitest';
import { applyOps, emptyMap } from '../apply/apply.ts';
import { isRecoveredItem } from '../model/identity.ts';
import type { MindMap } from '../model/model.ts';
import { decodeMap } from '../stored/decode.ts';
import { encodeVisible } from '../stored/encode.ts';
import { Dice } from '../testing/dice.ts';
import { randomChange } from '../testing/laws.ts';
import { Memory } from '../testing/random-ops.ts';
import { add, ANN, BEN, edit, itemId, linkId, mapOf, parsed } from '../testing/scene.ts';
import { Chronicle } from './chronicle.ts';
import { differenceBetween, differenceBy, differencesInOrder } from './difference.ts';
import { opsBetween } from './ops-between.ts';

const seen = (map: MindMap): string => encodeVisible(map, { comments: 'none' });
const copyOf = (map: MindMap): MindMap => must(decodeMap(encodeVisible(map)));

/** Two moments of one random history. */
function moments(seed: number): readonly [MindMap, MindMap] {
  const dice = new Dice(seed);
  const memory = new Memory();
  const map = emptyMap();
  for (let i = dice.below(60); i >= 0; i--) applyOps(map, randomChange(dice, map, memory));
  const before = copyOf(map);
  for (let i = dice.below(60); i > 0; i--) applyOps(map, randomChange(dice, map, memory));
  return [before, copyOf(map)];
}

test('[MAP-50] the ops between two moments, applied to one, give the other, forwards and backwards', () => {
  let tried = 0;
  for (let seed = 1; seed <= 160; seed++) {
    for (const [from, to] of [moments(seed), moments(seed).toReversed() as [MindMap, MindMap]]) {
      // Nobody can add an item under a name that is kept for what was recovered.
      if ([...to.items.keys()].some((id) => isRecoveredItem(id) && !from.items.has(id))) continue;
      const ops = opsBetween(from, to);
      must(applyOps(from, { author: ANN, at: 1, ops }));
      expect(seen(from), `seed ${seed}`).toBe(seen(to));
      expect(opsBetween(from, to)).toEqual([]);
      if (ops.length > 0) tried++;
    }
  }
  expect(tried).toBeGreaterThan(120);
});

test('[MAP-50] the difference names every item, link and setting that is not the same, and nothing else', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const [before, after] = moments(seed);
    const found = differenceBetween(before, after);
    for (const id of new Set([...before.items.keys(), ...after.items.keys()])) {
      const [was, is] = [before.items.get(id), after.items.get(id)];
      expect(found.added.has(id)).toBe(was === undefined);
      expect(found.removed.has(id)).toBe(is === undefined);
      const isSame = JSON.stringify(was) === JSON.stringify(is) || was === undefined || is === undefined;
      expect(found.moved.has(id) || found.changed.has(id), `seed ${seed}, ${id}`).toBe(!isSame);
      if (was !== undefined && is !== undefined && was.parent !== is.parent) expect(found.moved.has(id)).toBe(true);
    }
    for (const id of new Set([...before.links.keys(), ...after.links.keys()])) {
      expect(found.links.has(id)).toBe(JSON.stringify(before.links.get(id)) !== JSON.stringify(after.links.get(id)));
    }
    const back = differenceBetween(after, before);
    expect([back.added, back.removed, back.moved, back.links]).toEqual([
      found.removed,
      found.added,
      found.moved,
      found.links,
    ]);
    expect(differenceBetween(after, after)).toMatchObject({ added: new Set(), changed: new Map(), areSettings: false });
  }
});

test('[MAP-50] what only stands elsewhere is moved, what reads or looks otherwise is changed', () => {
  const map = mapOf({ root: null, a: 'root', b: 'root', c: 'root', d: 'a' });
  const before = copyOf(map);
  edit(map, { kind: 'move', id: itemId('d'), parent: itemId('b'), order: 'a0' });
  edit(map, { kind: 'set', id: itemId('a'), fields: { side: 'left', text: 'A', note: 'n' } });
  edit(map, { kind: 'set', id: itemId('b'), fields: { offset: { x: 1, y: 2 } } });
  edit(map, { kind: 'remove', id: itemId('c') }, add('new', 'root', 'a9'));
  const found = differenceBetween(before, map);
  expect(found.moved).toEqual(new Set([itemId('d'), itemId('a'), itemId('b')]));
  expect(found.changed).toEqual(new Map([[itemId('a'), ['text', 'note']]]));
  expect(differencesInOrder(found, map)).toEqual([itemId('a'), itemId('b'), itemId('d'), itemId('new')]);
});

test('[MAP-51] of a difference one person has what their changes had to do with; who removes an item removes what is below it', () => {
  const map = mapOf({ root: null, a: 'root', b: 'root', c: 'a' });
  const before = copyOf(map);
  const changes = [
    { author: ANN, ops: parsed({ kind: 'remove', id: itemId('a') }) },
    { author: BEN, ops: parsed(add('new', 'root', 'a9'), { kind: 'set', id: itemId('b'), fields: { text: 'B' } }) },
    { author: ANN, ops: parsed({ kind: 'move', id: itemId('b'), parent: itemId('new'), order: 'a0' }) },
    {
      author: BEN,
      ops: parsed({
        kind: 'link',
        link: {
          ...{ id: linkId('l'), from: itemId('b'), to: itemId('root') },
          ...{ label: '', colour: null, arrow: 'end', points: [] },
        },
      }),
    },
  ];
  for (const { author, ops } of changes) must(applyOps(map, { author, at: 1, ops }));
  const all = differenceBetween(before, map);
  const chronicle = new Chronicle(copyOf(before));
  changes.forEach(({ author, ops }, n) => chronicle.take({ seq: n + 1, author, at: 1, ops }));
  const by = (author: typeof ANN) => differenceBy(all, before, chronicle.targetsBy(author, 0, changes.length));
  expect(by(ANN)).toMatchObject({ added: new Set(), removed: new Set([itemId('a'), itemId('c')]), links: new Set() });
  expect(by(BEN)).toMatchObject({ added: new Set([itemId('new')]), removed: new Set(), links: new Set([linkId('l')]) });
  // What two people did to one item belongs to both.
  expect(by(ANN).moved).toEqual(new Set([itemId('b')]));
  expect(by(BEN).changed).toEqual(new Map([[itemId('b'), ['text']]]));
});
