import { sealedStore } from '@bough/bloblog';
import { MemoryStore } from '@bough/bloblog/testing';
import { nodeCiphers } from '@bough/blobs';
import { expect, test } from 'vitest';
import { mapNamed } from '../testing/test-maps.ts';
import { makeWorld } from '../testing/world.ts';
import { wholeStore } from './whole-store.ts';

const KEY = `logs/${mapNamed('whole')}/assets/abc`;
const BYTES = new Uint8Array([1, 2, 3]);

/** Two locations with the same object, damaged in the first, and all that is said and counted. */
async function world() {
  const { ports, run } = makeWorld();
  const raw = { first: new MemoryStore(ports.clock), second: new MemoryStore(ports.clock) };
  const sealed = (where: 'first' | 'second') =>
    sealedStore(raw[where], [{ id: where, bytes: ports.random.bytes(32) }], { ...ports, ciphers: nodeCiphers });
  const [first, second] = [sealed('first'), sealed('second')];
  for (const store of [first, second]) await store.put(KEY, BYTES);
  const damage = () => raw.first.put(KEY, new Uint8Array([9]));
  await damage();
  const said: unknown[] = [];
  const counted: boolean[] = [];
  const log = { warn: (...words: readonly unknown[]) => void said.push(words) };
  const metrics = { readElsewhere: () => (isMended: boolean) => void counted.push(isMended) };
  return { ports, run, raw, first, second, damage, said, counted, parts: { ports, log, metrics } };
}

test('[DOC-294] an operator is told of each object that was mended, and of each that was not, and why', async () => {
  const w = await world();
  const store = wholeStore(w.parts, w.first, { documents: { second: w.second } });
  expect((await w.run(store.get(KEY)))?.bytes).toEqual(BYTES);
  expect(w.said).toEqual([
    ['an object of the first location was damaged, and was mended from the second', { key: KEY }],
  ]);
  await w.damage();
  const error = new Error('no room');
  w.raw.first.replaceIf = () => Promise.reject(error);
  expect((await w.run(store.get(KEY)))?.bytes).toEqual(BYTES);
  expect(w.said.slice(1)).toEqual([
    ['an object of the first location is not whole: it was read from the second', { key: KEY, error }],
  ]);
  expect(w.counted).toEqual([true, false]);
});

test('[DOC-294] without a second location it is the first itself, and there is nothing to count', async () => {
  const { parts, first } = await world();
  const metrics = { readElsewhere: () => expect.unreachable('there is no elsewhere') };
  expect(wholeStore({ ...parts, metrics }, first, null)).toBe(first);
});
