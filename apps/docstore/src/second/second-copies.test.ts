import { MemoryStore } from '@bough/bloblog/testing';
import { expect, test } from 'vitest';
import { SecondCopies } from './second-copies.ts';
import { mapNamed } from '../testing/test-maps.ts';
import { makeWorld, type World } from '../testing/world.ts';

const MAP = mapNamed('one');
const KEY = `logs/${MAP}/assets/abc`;
const OLDER = `logs/${MAP}/versions/1-older`;
const BYTES = new Uint8Array([1]);
const HOUR_MS = 3_600_000;

interface Copying extends World {
  readonly second: MemoryStore & { isDown: boolean; calls: number };
  readonly copies: SecondCopies;
  readonly troubles: unknown[];
}

function makeCopying(): Copying {
  const w = makeWorld();
  const second = Object.assign(new MemoryStore(w.ports.clock), { isDown: false, calls: 0 });
  const [put, list] = [second.put.bind(second), second.list.bind(second)];
  second.put = async (...args) => (second.calls++, second.isDown ? Promise.reject(new Error('down')) : put(...args));
  second.list = async (...args) => (second.calls++, list(...args));
  const troubles: unknown[] = [];
  const onTrouble = (trouble: unknown): unknown => troubles.push(trouble);
  return {
    ...w,
    second,
    troubles,
    copies: new SecondCopies({ ...w, first: w.store, second, onTrouble }, { isSync: false }),
  };
}

/** Lets so much time pass, whatever is planned in it. */
async function pass(w: World, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  w.ports.clock.after(ms, resolve);
  await w.run(promise);
}

test('[DOC-65] what did not reach the second location is told once, and brought when that is there again', async () => {
  const w = makeCopying();
  w.second.isDown = true;
  await w.store.put(KEY, BYTES);
  await w.copies.bring(MAP, 'add', (second) => second.put(KEY, BYTES));
  await pass(w, HOUR_MS);
  expect(w.troubles).toHaveLength(1);
  // At most one attempt a minute, of a listing and a write each.
  expect(w.second.calls).toBeLessThan(3 * 80);
  w.second.isDown = false;
  await pass(w, 120_000);
  expect([...w.second.objects.keys()]).toEqual([KEY]);
  const { calls } = w.second;
  await pass(w, HOUR_MS);
  expect(w.second.calls).toBe(calls);
});

test('[DOC-65] what an earlier process could not bring is brought with the next of the same map', async () => {
  const w = makeCopying();
  await w.store.put(OLDER, BYTES);
  await w.store.put(KEY, BYTES);
  await w.copies.bring(MAP, 'add', (second) => second.put(KEY, BYTES));
  await pass(w, 1_000);
  expect([...w.second.objects.keys()].toSorted()).toEqual([KEY, OLDER]);
});

test('[DOC-65] a process that ends does not wait for a location that is away', async () => {
  const w = makeCopying();
  w.second.isDown = true;
  await w.copies.bring(MAP, 'add', (second) => second.put(KEY, BYTES));
  await pass(w, 1_000);
  await w.copies.drain();
  expect(w.second.objects.size).toBe(0);
});

test('[DOC-65] an image that waits for the second location is not kept in memory, and one that was removed meanwhile is not brought', async () => {
  const w = makeCopying();
  w.second.isDown = true;
  await w.store.put(KEY, BYTES);
  let asked = 0;
  await w.copies.bring(MAP, 'add', async (second) => {
    asked++;
    await second.put(KEY, BYTES);
  });
  await pass(w, HOUR_MS);
  await w.store.remove(KEY);
  w.second.isDown = false;
  await pass(w, 120_000);
  expect(asked).toBe(0);
  expect(w.second.objects.size).toBe(0);
});
