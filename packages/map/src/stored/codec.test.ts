import { must } from '@bough/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import frozen from '../fixtures/frozen.json' with { type: 'json' };
import { applyOps, emptyMap, rollback } from '../apply/apply.ts';
import { check } from '../apply/check.ts';
import { decodeMap } from './decode.ts';
import { emptyDocument } from './empty-document.ts';
import { encodeMap } from './encode.ts';
import { hashText, mapHash } from './hash.ts';
import { LIMITS } from '../model/limits.ts';
import type { MindMap } from '../model/model.ts';
import { letGo } from '../apply/removed.ts';
import { stateOf } from '../state/state.ts';
import { Dice } from '../testing/dice.ts';
import { everythingMap } from '../testing/frozen.ts';
import { randomChange, randomMap } from '../testing/laws.ts';
import { Memory } from '../testing/random-ops.ts';
import { ANN, itemId } from '../testing/scene.ts';
import { FORMAT_VERSION, upgrade } from './upgrade.ts';

test('[MAP-30] a map read from its text writes the same text, removed things included', () => {
  for (let seed = 0; seed < 30; seed++) {
    const text = encodeMap(randomMap(new Dice(seed), 80));
    const read = must(decodeMap(text));
    expect(encodeMap(read)).toBe(text);
    expect(encodeMap(must(decodeMap(JSON.parse(text))))).toBe(text);
    expect(check(read)).toEqual([]);
  }
});

test('[MAP-7] a map that was read goes on as the one that it was written from', () => {
  let times = 0;
  for (let seed = 0; seed < 12; seed++) {
    const dice = new Dice(seed);
    const memory = new Memory();
    const grown = randomMap(dice, 60, memory);
    const read = must(decodeMap(encodeMap(grown)));
    for (let i = 0; i < 60; i++) {
      const change = randomChange(dice, grown, memory);
      const [one, other] = [applyOps(grown, change), applyOps(read, change)];
      expect(other.ok).toBe(one.ok);
      if (one.ok && other.ok && dice.chance(0.3)) {
        rollback(grown, one.value);
        rollback(read, other.value);
      }
      if (dice.chance(0.1) && letGoOfOldest(grown) && letGoOfOldest(read)) times++;
      expect(encodeMap(read)).toBe(encodeMap(grown));
    }
    expect(check(read)).toEqual([]);
  }
  expect(times).toBeGreaterThan(10);
});

/** As when something larger is removed; answers whether there was anything. */
function letGoOfOldest(map: MindMap): boolean {
  const state = stateOf(map);
  const most = state.goneSize;
  if (most === 0) return false;
  state.goneSize += LIMITS.removed - 1;
  letGo(state, state.nextStamp);
  state.goneSize -= LIMITS.removed - 1;
  state.takeJournal();
  return state.goneSize < most;
}

test('[MAP-30] a document that is filled in by hand begins as what is written of an empty map', () => {
  expect(JSON.stringify(emptyDocument())).toBe(encodeMap(emptyMap()));
});

test('[MAP-30] the text does not tell how the map came about', () => {
  const map = everythingMap();
  const id = itemId('plain');
  const before = encodeMap(map);
  // Keys of points in another order, and a field set and set back.
  const point = JSON.parse('{"y":7,"x":5}') as { x: number; y: number };
  must(applyOps(map, { author: ANN, at: 1, ops: [{ kind: 'set', id, fields: { offset: point } }] }));
  expect(encodeMap(map)).toContain('"offset":{"x":5,"y":7}');
  must(applyOps(map, { author: ANN, at: 1, ops: [{ kind: 'set', id, fields: { offset: null } }] }));
  expect(encodeMap(map)).toBe(before);
});

/** What was written of `everythingMap` in each version, the first one first. */
const FROZEN: readonly unknown[] = frozen;

test('[MAP-31] the frozen document of each version is read as it was written', () => {
  expect(FROZEN, `append ${encodeMap(everythingMap())}`).toHaveLength(FORMAT_VERSION);
  for (const [at, document] of FROZEN.entries()) {
    const read = must(decodeMap(document));
    expect(encodeMap(read)).toBe(encodeMap(everythingMap(at + 1)));
    const { removed, ...others } = must(upgrade(Object(document), FORMAT_VERSION));
    expect(encodeMap(read)).toBe(JSON.stringify({ ...others, removed }));
    expect(check(read)).toEqual([]);
  }
  expect(hashText(JSON.stringify(FROZEN[1]))).toBe('97b8ef36ac70609c');
  const newest = must(decodeMap(FROZEN.at(-1)));
  expect(mapHash(newest)).toBe(hashText(JSON.stringify(FROZEN.at(-1))));
});

/** Every place in a JSON value, as a function that puts something else there. */
function places(value: unknown, put: (now: unknown) => unknown = (now) => now): ((now: unknown) => unknown)[] {
  if (typeof value !== 'object' || value === null) return [put];
  const inside = Object.entries(value).flatMap(([key, part]) =>
    places(part, (now) => put(Array.isArray(value) ? value.with(Number(key), now) : { ...value, [key]: now })),
  );
  return [put, ...inside];
}

test('[MAP-32] a document with anything else at any place is refused, or is a sound map', () => {
  const text = encodeMap(everythingMap());
  const document: unknown = JSON.parse(text);
  const junk: unknown[] = [
    null,
    undefined,
    0,
    1,
    -1,
    2.5,
    1e12,
    '',
    'x',
    'AAAAAAAAAAAA',
    'a0',
    '\ud800',
    true,
    [],
    {},
    [1],
    [[0, {}]],
  ];
  let refused = 0;
  for (const put of places(document)) {
    for (const value of junk) {
      const outcome = decodeMap(put(value));
      if (!outcome.ok) refused++;
      else expect(check(outcome.value)).toEqual([]);
    }
  }
  expect(refused).toBeGreaterThan(1000);
});

test('[MAP-32] a text that is cut off or is something else is refused with a sentence', () => {
  const text = encodeMap(everythingMap());
  for (let length = 0; length < text.length; length += 7) expect(decodeMap(text.slice(0, length)).ok).toBe(false);
  const isRefused = fc.property(fc.anything(), (value) => {
    expect(decodeMap(value).ok).toBe(false);
  });
  fc.assert(isRefused, { seed: 32, numRuns: 500 });
});

test.for(['ids', 'orders', 'texts', 'levels'] as const)('[MAP-32] a hole in the %s is refused', (column) => {
  const [document] = JSON.parse(JSON.stringify(frozen)) as typeof frozen;
  Reflect.deleteProperty(document?.items[column] ?? [], 1);
  expect(decodeMap(document).ok).toBe(false);
});

/** What somebody who writes documents by hand might get wrong. */
const DAMAGES: readonly (readonly [string, (text: string) => string])[] = [
  ['two items with one id', (text) => text.replace('"second------"', '"root--------"')],
  ['siblings out of order', (text) => text.replace('"a0Vj3"', '"a0A"')],
  ['a level left out', (text) => text.replace('[1,2,2,', '[1,3,2,')],
  ['a link to nowhere', (text) => text.replace('"to":"second------"', '"to":"nowhere-----"')],
  ['talk about nothing', (text) => text.replace('"item":"full--------"', '"item":"nowhere-----"')],
  ['talk out of order', (text) => text.replace('"at":1700000060000', '"at":1600000060000')],
  ['a removal too many', (text) => text.replace('"log":[', '"log":[0,')],
  ['another format', (text) => text.replace('bough-map', 'other-map')],
  ['a later version', (text) => text.replace(`"version":${FORMAT_VERSION}`, '"version":99')],
  ['a part too many', (text) => text.replace('"settings":', '"more":1,"settings":')],
];

test.for(DAMAGES)('[MAP-32] refused: %s', ([, damage]) => {
  const text = encodeMap(everythingMap());
  expect(damage(text)).not.toBe(text);
  expect(decodeMap(damage(text)).ok).toBe(false);
});

test('[MAP-33] a document goes through every version on its way up, and is refused from the future', () => {
  const steps = { 2: (map: object) => ({ ...map, a: 1 }), 4: (map: object) => ({ ...map, b: 2 }) };
  expect(upgrade({ version: 1 }, 4, steps)).toEqual({ ok: true, value: { version: 4, a: 1, b: 2 } });
  expect(upgrade({ version: 2 }, 4, steps)).toEqual({ ok: true, value: { version: 4, b: 2 } });
  for (const version of [0, 5, 1.5, '1', undefined]) expect(upgrade({ version }, 4, steps).ok).toBe(false);
});

test('[MAP-35] equal maps have equal hashes, and one unit of difference shows', () => {
  const map = everythingMap();
  expect(mapHash(map)).toBe(mapHash(must(decodeMap(encodeMap(map)))));
  const hashes = new Set(Array.from({ length: 5000 }, (_, i) => hashText(`map ${i}`)));
  expect(hashes.size).toBe(5000);
  const before = mapHash(map);
  must(applyOps(map, { author: ANN, at: 1, ops: [{ kind: 'set', id: itemId('plain'), fields: { isFolded: true } }] }));
  expect(mapHash(map)).not.toBe(before);
});
