import { must } from '@bough/base';
import { expect, test } from 'vitest';
import { applyOps, emptyMap } from '../apply/apply.ts';
import { decodeMap } from '../stored/decode.ts';
import { encodeMap } from '../stored/encode.ts';
import { EMPTY_FIELDS, ITEM_FIELDS, ITEM_TRIALS, problemOfFields } from './fields.ts';
import { kindOf } from '../ops/table.ts';
import { sizeOfItem } from './size.ts';
import { Dice } from '../testing/dice.ts';
import { add, ANN, itemId } from '../testing/scene.ts';

// The laws of a field, over the table: a field that is added is held to them without a word said here.

const TRIALS = Object.entries(ITEM_TRIALS);

test('[MAP-41] a field may hold what its trials make, and its empty value, and no other kind of thing', () => {
  const dice = new Dice(41);
  for (const [name, { sample, random }] of TRIALS) {
    const values: unknown[] = [sample, Reflect.get(EMPTY_FIELDS, name)];
    for (let i = 0; i < 50; i++) values.push(random(dice));
    const drawn = new Set(values.slice(2).map((value) => JSON.stringify(value)));
    expect(drawn.size, `${name}: random values that are all alike`).toBeGreaterThan(1);
    expect([...drawn], `${name}: never empty`).toContain(JSON.stringify(Reflect.get(EMPTY_FIELDS, name)));
    for (const value of values) expect(problemOfFields({ [name]: value })).toBeNull();
    for (const junk of [undefined, Symbol('x'), {}, [[]], Number.NaN]) {
      expect(problemOfFields({ [name]: junk }), name).not.toBeNull();
    }
    expect(sample, `${name}: a sample that nobody would see`).not.toEqual(Reflect.get(EMPTY_FIELDS, name));
  }
});

test('[MAP-41] an item with only that field set is stored with it, its keys in our order, and undone', () => {
  for (const [name, { sample }] of TRIALS) {
    const fields = { [name]: turned(sample) };
    const map = emptyMap();
    must(applyOps(map, { author: ANN, at: 1, ops: [add('a', null, 'a0', { ...EMPTY_FIELDS })] }));
    const before = encodeMap(map);
    const set = must(applyOps(map, { author: ANN, at: 1, ops: [{ kind: 'set', id: itemId('a'), fields }] }));
    expect(encodeMap(map), name).toContain(JSON.stringify(sample));
    expect(encodeMap(must(decodeMap(encodeMap(map))))).toBe(encodeMap(map));
    must(applyOps(map, { author: ANN, at: 1, ops: set.inverse }));
    expect(encodeMap(map)).toBe(before);
  }
});

/** The same with the keys of objects the other way round, as they may come from outside. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).toReversed());
}

test('[MAP-41] what may be long counts as size', () => {
  const long = 'x'.repeat(1_000);
  let count = 0;
  for (const [name, { holds }] of Object.entries(ITEM_FIELDS)) {
    const value = [long, `https://${long}`].find(holds);
    if (value === undefined) continue;
    expect(sizeOfItem({ [name]: value }), name).toBe(64 + value.length);
    const op = { kind: 'set', id: itemId('a'), fields: { [name]: value } } as const;
    expect(kindOf(op).size(op), name).toBe(64 + value.length);
    count++;
  }
  expect(count).toBeGreaterThan(2);
});
