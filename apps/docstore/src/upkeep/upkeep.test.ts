import { DEFAULT_SETTINGS, headKey, readHead, reconcileLog, sealedStore, type BlobStore } from '@bough/bloblog';
import { MemoryStore, runVirtual, toyCiphers, virtualPorts } from '@bough/bloblog/testing';
import { nodeCompression, nodeDigest } from '@bough/blobs';
import type { Log } from '@bough/service';
import { afterEach, expect, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { Documents } from '../documents/documents.ts';
import { DocstoreFailure } from '../failure.ts';
import { add, ANN, change, mapNamed } from '../testing/test-maps.ts';
import { Upkeep } from './upkeep.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const QUIET: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => QUIET,
};

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** So many documents in two locations, and instances of docstore that keep them up. */
async function world(count: number) {
  const ports = { ...virtualPorts(9), digest: nodeDigest, compression: nodeCompression };
  const raw = { first: new MemoryStore(ports.clock), second: new MemoryStore(ports.clock) };
  const asked: string[] = [];
  const counted = (inner: BlobStore): BlobStore => {
    const note = <T extends unknown[], R>(name: string, call: (...args: T) => R): ((...args: T) => R) => {
      return (...args) => (asked.push(`${name} ${String(args[0])}`), call(...args));
    };
    return {
      get: note('get', (...call: Parameters<BlobStore['get']>) => inner.get(...call)),
      getIfChanged: note('getIfChanged', inner.getIfChanged.bind(inner)),
      createIfAbsent: note('createIfAbsent', inner.createIfAbsent.bind(inner)),
      replaceIf: note('replaceIf', (...call: Parameters<BlobStore['replaceIf']>) => inner.replaceIf(...call)),
      put: note('put', inner.put.bind(inner)),
      list: note('list', inner.list.bind(inner)),
      remove: note('remove', inner.remove.bind(inner)),
    };
  };
  const keys = { first: ports.random.bytes(32), second: ports.random.bytes(32) };
  const open = (where: 'first' | 'second'): BlobStore =>
    sealedStore(counted(raw[where]), [{ id: where, bytes: keys[where] }], {
      ciphers: toyCiphers,
      random: ports.random,
    });
  const [first, second] = [open('first'), open('second')];
  const run = <T>(work: Promise<T>): Promise<T> => runVirtual(ports.clock, work);
  const documents = new Documents({ ports, store: first }, { log: DEFAULT_SETTINGS, memoryBytes: 1e8, attempts: 8 });
  const maps = Array.from({ length: count }, (_, i) => mapNamed(`m${String(i).padStart(5, '0')}`));
  for (const map of maps) {
    await run(documents.create({ map, by: ANN, ops: parsed(add('root', 'Bough', null)) }));
    await run(reconcileLog({ ports, first, second }, map));
  }
  const start = async (): Promise<Upkeep> => {
    const upkeep = new Upkeep({ ports, first, second, log: QUIET }, { trashMs: 30 * DAY_MS });
    await upkeep.start();
    ends.push(async () => Promise.race([upkeep.drain(), pass(HOUR_MS)]));
    return upkeep;
  };
  /** Lets time pass; whatever can go on without the clock goes on first. */
  const pass = async (ms: number): Promise<void> => {
    let isOver = false;
    ports.clock.after(ms, () => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      ports.clock.step();
    }
  };
  asked.length = 0;
  return { ports, raw, first, second, asked, run, documents, maps, start, pass };
}

function rot(store: MemoryStore, key: string): void {
  const kept = store.objects.get(key);
  if (kept === undefined) throw new Error(`${key} is there`);
  store.objects.set(key, { ...kept, bytes: kept.bytes.slice(0, -1) });
}

test('[DOC-105] a day of it empties the trash, brings over what the second location lacks, and collects', async () => {
  const w = await world(5);
  const [trashed, late, littered] = w.maps;
  if (trashed === undefined || late === undefined || littered === undefined) throw new Error('there are five');
  await w.run(w.documents.trash(trashed, ANN));
  const upkeep = await w.start();
  await w.pass(HOUR_MS);
  expect(upkeep.state.walks.tidy.last?.tally).toMatchObject({ documents: 5, purged: 0, found: 0 });
  await w.run(w.documents.append(late, { base: 1, changes: [change('ann', 1, add('x', 'X'))] }));
  await w.run(w.documents.append(littered, { base: 1, changes: [change('ann', 1, add('x', 'X'))] }));
  const orphan = `logs/${littered}/segments/1-1-orphan`;
  await w.first.put(orphan, new Uint8Array([1]));
  await w.pass(2 * DAY_MS);
  expect((await w.run(readHead({ ports: w.ports, store: w.second }, late)))?.head.seq).toBe(2);
  expect(w.raw.first.objects.has(orphan)).toBe(false);
  expect(w.raw.first.objects.has(headKey(trashed))).toBe(true);
  // A removal that was cut off half way is finished, and a document that the first location lost comes back.
  const [, , , halfGone, lost] = w.maps;
  if (halfGone === undefined || lost === undefined) throw new Error('there are five');
  await w.first.put(`purged/${halfGone}`, new Uint8Array([1]));
  for (const map of [halfGone, lost]) w.raw.first.objects.delete(headKey(map));
  await w.pass(31 * DAY_MS);
  expect(w.raw.second.objects.has(headKey(halfGone))).toBe(false);
  expect(w.raw.first.objects.has(headKey(lost))).toBe(true);
  for (const store of [w.raw.first, w.raw.second]) expect(store.objects.has(headKey(trashed))).toBe(false);
  expect(upkeep.state.walks.tidy.last?.tally).toMatchObject({ documents: 3, found: 0 });
});

test('[DOC-106] every object is read at least every thirty days, and what rots meanwhile is repaired or told', async () => {
  const w = await world(40);
  const [one, two] = w.maps;
  if (one === undefined || two === undefined) throw new Error('there are forty');
  const image = `logs/${one}/assets/abc`;
  for (const store of [w.first, w.second]) await store.put(image, new Uint8Array([1, 2, 3]));
  const upkeep = await w.start();
  await w.pass(DAY_MS);
  for (let month = 0; month < 3; month++) {
    rot(month % 2 === 0 ? w.raw.first : w.raw.second, image);
    w.asked.length = 0;
    await w.pass(30 * DAY_MS);
    const read = new Set(w.asked.filter((call) => call.startsWith('get ')).map((call) => call.slice(4)));
    for (const key of w.raw.first.objects.keys())
      expect([key, key === 'upkeep/state' || read.has(key)]).toEqual([key, true]);
    for (const store of [w.first, w.second]) expect((await store.get(image))?.bytes.length).toBe(3);
  }
  for (const store of [w.raw.first, w.raw.second]) rot(store, headKey(two));
  await w.pass(30 * DAY_MS);
  const { last } = upkeep.state.walks.scrub;
  expect(last?.tally).toMatchObject({ documents: 40, found: 1, troubles: [{ map: two }] });
}, 60_000);

test('[DOC-107] of several instances one has the turn; one that dies in it is followed by another, which goes on there', async () => {
  const w = await world(250);
  const all = await Promise.all([w.start(), w.start(), w.start()]);
  await w.pass(3 * DAY_MS);
  const tidied = w.asked.filter((call) => call === `get ${headKey(w.maps[7] ?? '')}`).length;
  // Both locations, read once a day by one of them, and once more by the scrub of the first day.
  expect(tidied).toBeLessThanOrEqual(2 * 4 + 8);
  const [dying, ...others] = all;
  // As kill -9 leaves it: the claim stands, and nobody gives it back.
  const { state } = dying ?? {};
  if (state === undefined) throw new Error('there are three');
  await dying?.drain();
  await w.first.put(
    'upkeep/state',
    new TextEncoder().encode(JSON.stringify({ ...state, by: 'dead', until: w.ports.clock.now() + 60_000 })),
  );
  await w.pass(2 * DAY_MS);
  const latest = Math.max(...others.map((each) => each.state.walks.tidy.last?.endedAt ?? 0));
  expect(latest).toBeGreaterThan(w.ports.clock.now() - 1.5 * DAY_MS);
}, 60_000);

test('[DOC-107] an instance that loses the claim to another one touches no document', async () => {
  const w = await world(5);
  await w.first.put('upkeep/state', new TextEncoder().encode('{}'));
  const { replaceIf } = w.raw.first;
  let lost = 0;
  w.raw.first.replaceIf = async (key, ...call) => {
    if (key !== 'upkeep/state') return replaceIf.call(w.raw.first, key, ...call);
    lost++;
    return { kind: 'refused' };
  };
  await w.start();
  w.asked.length = 0;
  await w.pass(HOUR_MS);
  expect(lost).toBeGreaterThan(5);
  expect(w.asked.filter((call) => call.includes('heads/'))).toEqual([]);
});

test('[DOC-107] a small Bough is asked for next to nothing between two days of upkeep', async () => {
  const w = await world(20);
  await Promise.all([w.start(), w.start()]);
  await w.pass(HOUR_MS);
  w.asked.length = 0;
  await w.pass(10 * HOUR_MS);
  expect(w.asked.length).toBeLessThanOrEqual(2);
});

test('[DOC-108] a location that is away stops a turn, and the next one goes on', async () => {
  const w = await world(30);
  const upkeep = await w.start();
  const { get } = w.raw.second;
  let asked = 0;
  w.raw.second.get = () => {
    asked++;
    return Promise.reject(new DocstoreFailure('away', { kind: 'unavailable', code: 'docstore/location' }));
  };
  await w.pass(2 * DAY_MS);
  expect(upkeep.state.walks.tidy.last).toBeNull();
  // Each turn gives up after a few.
  expect(asked).toBeLessThan(2 * 24 * 12 * 7);
  w.raw.second.get = get;
  await w.pass(HOUR_MS);
  expect(upkeep.state.walks.tidy.last?.tally).toMatchObject({ documents: 30, found: 0 });
});
