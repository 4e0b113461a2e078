import { must } from '@bough/base';
import { expect, test } from 'vitest';
import { apply, emptyMap } from '../apply/apply.ts';
import type { Op } from '../changes/change.ts';
import type { ItemId } from '../model/model.ts';
import { parseOps } from '../changes/parse.ts';
import { decodeMap } from '../stored/decode.ts';
import { encodeMap } from '../stored/encode.ts';
import { Dice } from '../testing/dice.ts';
import { randomChange } from '../testing/laws.ts';
import { Memory } from '../testing/random-ops.ts';
import { add, ANN, BEN, itemId, mapOf, parsed } from '../testing/scene.ts';
import { Chronicle } from './chronicle.ts';

const all = () => true;

/** Told of what these people did, one change after the other. */
function told(...changes: readonly (readonly [typeof ANN, ...Op[]])[]): Chronicle {
  const chronicle = new Chronicle(mapOf({ root: null }));
  let seq = 0;
  for (const [author, ...ops] of changes) chronicle.take({ seq: ++seq, author, at: seq * 1_000, ops: parsed(...ops) });
  return chronicle;
}

test('[MAP-52] an item says who made it, and who changed it last at each moment', () => {
  const chronicle = told(
    [ANN, add('a', 'root'), add('b', 'root', 'a1')],
    [BEN, { kind: 'splice', id: itemId('a'), field: 'text', at: 0, remove: 0, insert: 'x' }],
    [ANN, { kind: 'move', id: itemId('a'), parent: itemId('b'), order: 'a0' }],
    [BEN, { kind: 'set', id: itemId('root'), fields: { text: 'Root' } }],
  );
  const made = { author: ANN, at: 1_000, seq: 1 };
  expect(chronicle.authorship(itemId('a'), 1)).toEqual({ made, changed: null });
  expect(chronicle.authorship(itemId('a'), 2)).toEqual({ made, changed: { author: BEN, at: 2_000, seq: 2 } });
  expect(chronicle.authorship(itemId('a'), 9)).toEqual({ made, changed: { author: ANN, at: 3_000, seq: 3 } });
  // Hanging something below an item does not change it.
  expect(chronicle.authorship(itemId('b'), 9)).toEqual({ made, changed: null });
  expect(chronicle.authorship(itemId('root'), 9)).toEqual({ made: null, changed: { author: BEN, at: 4_000, seq: 4 } });
});

test('[MAP-53] what was removed is found by its last words, with all below it, until it is back', () => {
  const remove: Op = { kind: 'remove', id: itemId('a') };
  const gone = told(
    [ANN, add('a', 'root'), add('b', 'a')],
    [BEN, { kind: 'set', id: itemId('b'), fields: { text: 'berries' } }],
    [BEN, remove],
  );
  const by = { author: BEN, at: 3_000, seq: 3 };
  expect(gone.removed(all)).toEqual([
    { id: itemId('a'), text: 'a', note: '', by },
    { id: itemId('b'), text: 'berries', note: '', by },
  ]);
  expect(gone.removed(({ text }) => text.includes('berr')).map(({ id }) => id)).toEqual([itemId('b')]);
  const twice = told(
    [ANN, add('a', 'root'), add('b', 'root', 'a1')],
    [BEN, { kind: 'remove', id: itemId('a') }],
    [BEN, { kind: 'remove', id: itemId('b') }],
  );
  expect(twice.removed(all).map(({ id }) => id)).toEqual([itemId('b'), itemId('a')]);
  const back = told(
    [ANN, add('a', 'root'), add('b', 'a')],
    [BEN, remove],
    [ANN, { kind: 'restore', id: itemId('a'), parent: itemId('root'), order: 'a0' }],
  );
  expect(back.removed(all)).toEqual([]);
});

test('[MAP-53] whatever happens, what is told to be removed is not in the map, and what was in it and is not is told', () => {
  let removed = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const dice = new Dice(seed);
    const memory = new Memory();
    const map = emptyMap();
    const chronicle = new Chronicle(must(decodeMap(encodeMap(map))));
    const seen = new Set<ItemId>();
    for (let seq = 1; seq <= 80; seq++) {
      const change = randomChange(dice, map, memory);
      const ops = parseOps(change.ops);
      if (!ops.ok || !apply(map, { ...change, ops: ops.value }).ok) continue;
      for (const id of map.items.keys()) seen.add(id);
      chronicle.take({ ...change, seq, ops: ops.value });
    }
    const gone = chronicle.removed(all).map(({ id }) => id);
    const lost = [...seen].filter((id) => !map.items.has(id));
    // What one change added and removed again was never seen.
    expect(new Set(gone.filter((id) => seen.has(id))), `seed ${seed}`).toEqual(new Set(lost));
    for (const id of gone) expect(map.items.has(id)).toBe(false);
    removed += gone.length;
  }
  expect(removed).toBeGreaterThan(200);
});
