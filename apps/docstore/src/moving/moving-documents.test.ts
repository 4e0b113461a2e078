import { type BlobStore, readHead, sealedStore, verifyLog } from '@bough/bloblog';
import { MemoryStore } from '@bough/bloblog/testing';
import { nodeCiphers } from '@bough/blobs';
import { type Moving, moveStorage, platformIds, platformRandom, type MoveMark } from '@bough/service';
import { expect, test } from 'vitest';
import { mustBeServed } from '../locations/move-key.ts';
import { names, ports, turnBit, world } from '../testing/backup-world.ts';
import { change, typing } from '../testing/test-maps.ts';
import { movingDocuments } from './moving-documents.ts';

type World = Awaited<ReturnType<typeof moveWorld>>;

/** Three documents with an image, a name, a note and what the place itself has; and an empty place of another key. */
async function moveWorld() {
  const w = await world();
  const [a = '', b = ''] = w.maps;
  const image = `logs/${a}/assets/${'0a'.repeat(32)}`;
  for (const key of [image, `logs/${b}/versions/1-abcdefghijkl`, 'operator/1-a', `purged/${b}`, 'upkeep/state'])
    await w.stores.first.put(key, platformRandom.bytes(40));
  for (const key of ['location', 'keys/one.x', 'key-uses/one']) await w.raw.first.put(key, new Uint8Array([1]));
  // Of its own: what is written after something else is younger.
  let now = 1_000;
  const clock = { now: () => ++now };
  const target = { raw: new MemoryStore(clock), key: { id: 'two', bytes: platformRandom.bytes(32) } };
  return { ...w, image, target };
}

/** A store that ends with its process before the write of that number. */
function ending(store: BlobStore, left: { writes: number }): BlobStore {
  const orEnd = async <T>(write: () => Promise<T>): Promise<T> => {
    if (left.writes-- <= 0) throw new Error('killed');
    return await write();
  };
  return {
    get: (...asked) => store.get(...asked),
    getIfChanged: (...asked) => store.getIfChanged(...asked),
    list: (...asked) => store.list(...asked),
    createIfAbsent: (...asked) => orEnd(() => store.createIfAbsent(...asked)),
    replaceIf: (...asked) => orEnd(() => store.replaceIf(...asked)),
    put: (...asked) => orEnd(() => store.put(...asked)),
    remove: (...asked) => orEnd(() => store.remove(...asked)),
  };
}

function opened(raw: BlobStore, key: World['target']['key']): { store: BlobStore; raw: BlobStore } {
  return { raw, store: sealedStore(raw, [key], { ...ports, ciphers: nodeCiphers }) };
}

function movingOf(w: World, left = { writes: Infinity }, freeBytes?: number): Moving {
  const to = opened(ending(w.target.raw, left), w.target.key);
  const from = { store: w.stores.first, raw: ending(w.raw.first, left) };
  const room = freeBytes === undefined ? {} : { freeBytes: async () => freeBytes };
  return movingDocuments(
    ports.clock,
    { name: 'the old place', location: from },
    { name: 'the new place', location: to, ...room },
  );
}

async function moved(
  w: World,
  moving = movingOf(w),
  step: 'plan' | 'ahead' | 'all' = 'all',
  clock: Pick<typeof ports.clock, 'now' | 'monotonic'> = ports.clock,
): Promise<{ isDone: boolean; said: string }> {
  const said: string[] = [];
  const isDone = await moveStorage(
    { clock: { ...ports.clock, ...clock }, ids: platformIds, say: (line) => void said.push(line) },
    moving,
    step,
  );
  return { isDone, said: said.join('\n') };
}

/** What both places have of documents is the same, byte for byte, and nothing is in the new one alone. */
async function expectSame(w: World): Promise<void> {
  const { store } = opened(w.target.raw, w.target.key);
  const of = (raw: MemoryStore): string[] =>
    [...raw.objects.keys()].filter((key) => /^(heads|logs|operator|purged|upkeep)\//.test(key)).toSorted();
  expect(of(w.target.raw)).toEqual(of(w.raw.first));
  for (const key of of(w.raw.first))
    expect((await store.get(key))?.bytes, key).toEqual((await w.stores.first.get(key))?.bytes);
  for (const map of w.maps) expect(await verifyLog(ports, { first: store, second: null }, map)).toEqual([]);
}

const isServed = async (raw: BlobStore): Promise<boolean> =>
  await mustBeServed(raw).then(
    () => true,
    () => false,
  );

test('[DOC-290] every object of every kind is moved, under the key of the new place, and what belongs to a place stays there', async () => {
  const w = await moveWorld();
  const plan = await moved(w, movingOf(w), 'plan');
  expect(plan.said).toMatch(/3 documents, \d+ objects, \d+ bytes\. About \d+ s of pause/);
  expect([...w.target.raw.objects.keys()]).toEqual([]);
  const before = new Map(w.raw.first.objects);
  const { isDone, said } = await moved(w);
  expect([isDone, said]).toEqual([
    true,
    expect.stringMatching(/3 documents, \d+ objects: \d+ \(\d+ bytes\) were copied/),
  ]);
  await expectSame(w);
  for (const [key, { bytes }] of w.target.raw.objects) {
    if (key !== 'move') expect(Buffer.from(bytes).includes('two'), key).toBe(true);
  }
  expect([...w.target.raw.objects.keys()].filter((key) => /^(location|keys|key-uses|move-)/.test(key))).toEqual([]);
  // The old place has all it had, and one object more.
  expect([...w.raw.first.objects].filter(([key]) => key !== 'move')).toEqual([...before]);
  expect([await isServed(w.raw.first), await isServed(w.target.raw)]).toEqual([false, true]);
  await expect(mustBeServed(w.raw.first)).rejects.toMatchObject({
    code: 'docstore/elsewhere',
    message: expect.stringContaining('the new place'),
  });
  expect(await moved(w)).toEqual({ isDone: true, said: expect.stringContaining('moved to the new place already') });
});

test('[DOC-291] ended before any of its writes and run again, all of it is there, and never are both places served from', async () => {
  let ends = 0;
  for (let writes = 0; ; writes++) {
    const w = await moveWorld();
    const left = { writes };
    const isEnded = await moved(w, movingOf(w, left)).then(
      () => false,
      (error: unknown) => error instanceof Error && error.message === 'killed',
    );
    const served = [await isServed(w.raw.first), await isServed(w.target.raw)];
    const hasCopies = [...w.target.raw.objects.keys()].some((key) => /^(heads|logs)\//.test(key));
    expect([...served, hasCopies], `${writes} writes`).not.toEqual([true, true, true]);
    if (!isEnded) break;
    ends++;
    // Somebody goes on in the old place, where that is still served from.
    if (served[0] === true) {
      await w.documents.append(w.maps[0] ?? expect.unreachable(), {
        base: 2,
        changes: [change('ann', 2, typing('x', 0, 'new '))],
      });
      await w.stores.first.remove('operator/1-a');
    }
    expect(await moved(w), `${writes} writes`).toMatchObject({ isDone: true });
    await expectSame(w);
    expect([await isServed(w.raw.first), await isServed(w.target.raw)]).toEqual([false, true]);
  }
  expect(ends).toBeGreaterThan(15);
});

test('[DOC-292] what never changes is copied while people write, and not again in the pause; what was not read back is', async () => {
  const w = await moveWorld();
  const ahead = await moved(w, movingOf(w), 'ahead');
  expect(ahead.said).toMatch(/2 objects \(80 bytes\) are copied and read back, 0 were there/);
  expect([await isServed(w.raw.first), await isServed(w.target.raw)]).toEqual([true, false]);
  await w.documents.append(w.maps[0] ?? expect.unreachable(), {
    base: 2,
    changes: [change('ann', 2, typing('x', 0, 'new '))],
  });
  const late = `logs/${w.maps[0]}/assets/${'0b'.repeat(32)}`;
  await w.stores.first.put(late, platformRandom.bytes(9));
  await opened(w.target.raw, w.target.key).store.put(late, platformRandom.bytes(9));
  const { said } = await moved(w);
  expect(said).toContain('9 objects: 7 (');
  expect(said).toContain('and 2 before that');
  await expectSame(w);
});

test('[DOC-293] a place that is not empty, was moved from, is filled from elsewhere, or has no room is refused in a sentence', async () => {
  const refused = async (prepare: (w: World) => Promise<unknown>): Promise<string> => {
    const w = await moveWorld();
    await prepare(w);
    const before = [w.raw.first, w.target.raw].map(({ objects }) => [...objects]);
    const { isDone, said } = await moved(w);
    expect(isDone).toBe(false);
    expect([w.raw.first, w.target.raw].map(({ objects }) => [...objects])).toEqual(before);
    return said;
  };
  const mark = (w: World, which: 'first' | 'target', state: MoveMark['state'], other: string): Promise<void> =>
    (which === 'first' ? w.raw.first : w.target.raw).put(
      'move',
      Buffer.from(JSON.stringify({ state, id: 'x', other, at: 5 })),
    );
  expect(await refused((w) => w.target.raw.put('heads/x', new Uint8Array([1])))).toContain(
    'the new place is not empty',
  );
  expect(await refused((w) => mark(w, 'target', 'whole', 'a third'))).toContain('the new place is not empty');
  expect(await refused((w) => mark(w, 'target', 'moved', 'a third'))).toContain('was moved from');
  expect(await refused((w) => mark(w, 'target', 'filling', 'a third'))).toContain('is being filled from a third');
  expect(await refused((w) => mark(w, 'first', 'filling', 'a third'))).toContain('no whole copy');
  expect(await refused((w) => mark(w, 'first', 'moved', 'a third'))).toContain(
    'was moved to a third on 1970-01-01T00:00:00.005Z',
  );
  const w = await moveWorld();
  await expect(moved(w, movingOf(w, { writes: Infinity }, 10))).rejects.toThrow(
    /too little room: \d+ bytes are to be copied, and 10 are free/,
  );
  expect(w.target.raw.objects.size).toBe(0);
});

test('[DOC-291] of two runs at once the one that began last goes on, and what people write in the new place then is not written over', async () => {
  const w = await moveWorld();
  const [moving, map] = [movingOf(w), w.maps[1] ?? expect.unreachable()];
  const { store } = opened(w.target.raw, w.target.key);
  let written: Uint8Array = new Uint8Array();
  const overtaken: Moving = {
    ...moving,
    copy: async (mustBeOurs) => {
      expect(await moved(w)).toMatchObject({ isDone: true });
      await w.target.raw.put(`heads/${map}`, platformRandom.bytes(40));
      written = w.target.raw.objects.get(`heads/${map}`)?.bytes ?? written;
      await moving.copy(mustBeOurs);
    },
  };
  let nowMs = 0;
  const slow = { now: () => ports.clock.now(), monotonic: () => (nowMs += 5_000) };
  await expect(moved(w, overtaken, 'all', slow)).rejects.toThrow('another migrate-storage fills the new place');
  expect(w.target.raw.objects.get(`heads/${map}`)?.bytes).toEqual(written);
  expect([await isServed(w.raw.first), await isServed(w.target.raw)]).toEqual([false, true]);
  expect(await store.get(`heads/${w.maps[0]}`)).not.toBeNull();
});

test('[DOC-293] what is damaged stops it, and so does what is written meanwhile: then the old place is still the one to start with', async () => {
  const w = await moveWorld();
  turnBit(w.raw.first, w.image);
  await expect(moved(w)).rejects.toMatchObject({ code: 'docstore/damaged', hint: expect.stringContaining('verify') });
  expect([await isServed(w.raw.first), w.raw.first.objects.has('move')]).toEqual([true, false]);

  const other = await moveWorld();
  const moving = movingOf(other);
  const written: Moving = {
    ...moving,
    copy: async (mustBeOurs) => {
      await moving.copy(mustBeOurs);
      await other.documents.append(other.maps[1] ?? expect.unreachable(), {
        base: 2,
        changes: [change('ann', 2, typing('x', 0, 'new '))],
      });
    },
  };
  await expect(moved(other, written)).rejects.toMatchObject({
    code: 'docstore/elsewhere',
    hint: expect.stringContaining('Stop every docstore'),
  });
  expect([await isServed(other.raw.first), await isServed(other.target.raw)]).toEqual([true, false]);
  expect(await moved(other)).toMatchObject({ isDone: true });
  const { store } = opened(other.target.raw, other.target.key);
  expect((await readHead({ ports, store }, other.maps[1] ?? ''))?.head.seq).toBe(3);
  expect((await names(store)).toSorted()).toEqual(other.maps.toSorted());
});
