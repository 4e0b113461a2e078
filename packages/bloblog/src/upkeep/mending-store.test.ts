import { seededRandom } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type LogSettings } from '../settings.ts';
import { createLog, openLog } from '../log/open-log.ts';
import { readChanges, readMoment } from '../log/read-log.ts';
import { LogFailure } from '../failure.ts';
import type { Head } from '../objects/head.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { sealedStore } from '../store/sealed-store.ts';
import { reconcileLog } from '../second/reconcile.ts';
import { MemoryStore, noteCodec, runVirtual, settle, toyCiphers, virtualPorts } from '../testing/index.ts';
import { DEFAULT_MENDING, mendingStore, type ReadElsewhere } from './mending-store.ts';
import { isSame } from './repair-log.ts';
import { verifyLog } from './verify.ts';

const SETTINGS: LogSettings = { ...DEFAULT_SETTINGS, tailBytes: 200, inlineBytes: 60, freshBytes: 80, spanBytes: 300 };
/** The last segment is one that grows. */
const CHANGES = 50;

const APART = 'logs/doc/pictures/0a0b';
const PATIENT = DEFAULT_MENDING.patienceMs;

type Where = 'first' | 'second';

/** A log of many objects, alike in both locations, that is read by a store that mends. */
async function world() {
  const ports = virtualPorts(45);
  const random = seededRandom(9);
  const raw = { first: new MemoryStore(ports.clock), second: new MemoryStore(ports.clock) };
  const seal = (where: Where) =>
    sealedStore(raw[where], [{ id: where, bytes: random.bytes(32) }], { ciphers: toyCiphers, random });
  const [first, second] = [seal('first'), seal('second')];
  const run = <T>(work: Promise<T>): Promise<T> => runVirtual(ports.clock, work);
  const parts = { ports, store: first, codec: noteCodec };
  await run(createLog(parts, SETTINGS, 'doc', { entries: [note(1)], label: '' }));
  const write = async (from: number, to: number): Promise<Head> => {
    const opened = (await run(openLog(parts, SETTINGS, 'doc')))?.log ?? expect.unreachable('it is there');
    for (let n = from; n <= to; n++) {
      const written = opened.append([note(n)], '');
      if (opened.isSealDue()) opened.seal(() => ports.random.bytes(80));
      await run(written);
    }
    await run(opened.close());
    return opened.head;
  };
  const old = await write(2, CHANGES);
  await first.put(APART, random.bytes(300));
  await run(reconcileLog({ ports, first, second }, 'doc'));

  const asked: Record<Where, string[]> = { first: [], second: [] };
  /** What stands between the second location and its answer. */
  const gate = { open: (): Promise<unknown> => Promise.resolve() };
  const other: BlobStore = {
    ...second,
    async get(key, options) {
      asked.second.push(`get ${key}`);
      await gate.open();
      return second.get(key, options);
    },
  };
  const told: ReadElsewhere[] = [];
  const counted = countedStore(first, asked.first);
  const store = mendingStore(
    { ports, store: counted, other, onReadElsewhere: (read) => told.push(read) },
    DEFAULT_MENDING,
  );
  const keys = (kind: string): readonly string[] =>
    [...raw.first.objects.keys()].filter((key) => key.startsWith(`logs/doc/${kind}/`));
  const turn = (where: Where, key: string): void => {
    const kept = raw[where].objects.get(key);
    if (kept === undefined) throw new Error(`${key} is not there`);
    raw[where].objects.set(key, { ...kept, bytes: kept.bytes.with(40, (kept.bytes[40] ?? 0) ^ 1) });
  };
  const reads = async (through: BlobStore = store): Promise<number> =>
    (await run(readChanges({ ports, store: through, codec: noteCodec }, old, 1, CHANGES))).length;
  const findings = async (): Promise<readonly string[]> =>
    (await run(verifyLog(ports, { first, second }, 'doc'))).map(({ where, kind }) => `${where} ${kind}`);
  const source = { ports, store, codec: noteCodec };
  const [segment = ''] = keys('segments');
  return {
    ports,
    raw,
    first,
    counted,
    store,
    source,
    old,
    write,
    asked,
    gate,
    told,
    keys,
    segment,
    turn,
    reads,
    run,
    findings,
  };
}

function note(counter: number) {
  return { client: 'ann', counter, text: `number ${counter}` };
}

/** The store, which notes each request that reads or writes an object. */
function countedStore(store: BlobStore, asked: string[]): BlobStore {
  return {
    ...store,
    get: (key, options) => (asked.push(`get ${key}`), store.get(key, options)),
    put: (key, bytes, options) => (asked.push(`put ${key}`), store.put(key, bytes, options)),
    replaceIf: (key, etag, bytes, options) => (
      asked.push(`replaceIf ${key}`),
      store.replaceIf(key, etag, bytes, options)
    ),
    createIfAbsent: (key, bytes, options) => (asked.push(`create ${key}`), store.createIfAbsent(key, bytes, options)),
  };
}

function refused(): LogFailure {
  return new LogFailure('the second location is closed', { kind: 'unavailable', code: 'bloblog/unavailable' });
}

test('[LOG-94] what is damaged is read from the other location, and is whole afterwards', async () => {
  const w = await world();
  const [snapshot = ''] = w.keys('snapshots');
  w.turn('first', w.segment);
  w.turn('first', snapshot);
  expect(await w.findings()).toHaveLength(2);
  expect(await w.reads()).toBe(CHANGES);
  for (const { seq } of w.old.keyframes) await w.run(readMoment(w.source, w.old, seq));
  const mended = [w.segment, snapshot].map((key) => ({ key, isMended: true, trouble: null }));
  expect(w.told).toEqual(expect.arrayContaining(mended));
  expect(w.told).toHaveLength(2);
  expect(await w.findings()).toEqual([]);
});

test('[LOG-94] so is what stands apart from the log, a part of it too', async () => {
  const w = await world();
  const whole = (await w.first.get(APART))?.bytes;
  w.turn('first', APART);
  expect((await w.run(w.store.get(APART, { range: { from: 10, to: 30 } })))?.bytes).toEqual(whole?.slice(10, 30));
  expect(await w.findings()).toEqual([]);
  w.turn('first', APART);
  expect((await w.run(w.store.get(APART)))?.bytes).toEqual(whole);
});

test('[LOG-94] what is missing is read there and left to repairing, but not what stands apart: it may have been removed', async () => {
  const w = await world();
  w.raw.first.objects.delete(w.segment);
  w.raw.first.objects.delete(APART);
  expect(await w.reads()).toBe(CHANGES);
  expect(w.told).toEqual([{ key: w.segment, isMended: false, trouble: null }]);
  expect(w.raw.first.objects.has(w.segment)).toBe(false);
  w.asked.first.length = 0;
  for (const key of [APART, 'heads/none']) expect(await w.run(w.store.get(key))).toBeNull();
  expect(w.asked).toEqual({ first: [`get ${APART}`, 'get heads/none'], second: [`get ${w.segment}`] });
});

test('[LOG-94] what a newer head has replaced is read where that head says, and the other location is not asked', async () => {
  const w = await world();
  await w.write(CHANGES + 1, CHANGES + 40);
  const gone = w.old.segments.filter((each) => !w.keys('segments').some((key) => key.endsWith(each.id)));
  expect(gone.length).toBeGreaterThan(0);
  w.gate.open = () => new Promise(() => undefined);
  const startedMs = w.ports.clock.monotonic();
  expect(await w.reads()).toBe(CHANGES);
  expect(w.ports.clock.monotonic()).toBe(startedMs);
  expect([w.asked.second, w.told]).toEqual([[], []]);
});

test('[LOG-94] another location that gives no answer is waited for once, for a moment, and asked again later', async () => {
  const w = await world();
  w.turn('first', w.segment);
  w.gate.open = () => new Promise(() => undefined);
  const startedMs = w.ports.clock.monotonic();
  const waited = (): number => w.ports.clock.monotonic() - startedMs;
  await expect(w.reads()).rejects.toMatchObject({ code: 'bloblog/damaged' });
  expect([waited(), w.asked.second.length]).toEqual([PATIENT, 1]);
  // So a map that is read by many does not stand still.
  await expect(w.reads()).rejects.toMatchObject({ code: 'bloblog/damaged' });
  expect([waited(), w.asked.second.length]).toEqual([PATIENT, 1]);
  w.gate.open = () => Promise.resolve();
  w.ports.clock.advance(DEFAULT_MENDING.restMs);
  expect(await w.reads()).toBe(CHANGES);
  expect(await w.findings()).toEqual([]);
});

test('[LOG-94] what is missing in both, as far as anybody can tell, is told as missing after the same time', async () => {
  const w = await world();
  w.raw.first.objects.delete(w.segment);
  w.gate.open = () => new Promise(() => undefined);
  const startedMs = w.ports.clock.monotonic();
  await expect(w.reads()).rejects.toMatchObject({ code: 'bloblog/missing' });
  expect(w.ports.clock.monotonic() - startedMs).toBe(PATIENT);
});

test('[LOG-94] the failure is that of the location itself where the other refuses', async () => {
  const w = await world();
  w.gate.open = () => Promise.reject(refused());
  const startedMs = w.ports.clock.monotonic();
  w.turn('first', w.segment);
  await expect(w.reads()).rejects.toMatchObject({ code: 'bloblog/damaged' });
  w.raw.first.objects.delete(w.segment);
  await expect(w.reads()).rejects.toMatchObject({ code: 'bloblog/missing' });
  expect(w.ports.clock.monotonic()).toBe(startedMs);
  expect(w.told).toEqual([]);
});

test('[LOG-94] what is whole nowhere is refused as damaged; so is a head', async () => {
  const w = await world();
  w.turn('first', w.segment);
  w.turn('second', w.segment);
  await expect(w.reads()).rejects.toMatchObject({ code: 'bloblog/damaged' });
  w.raw.first.objects.delete(w.segment);
  await expect(w.reads()).rejects.toMatchObject({ code: 'bloblog/missing' });
  w.turn('first', 'heads/doc');
  await expect(w.store.get('heads/doc')).rejects.toMatchObject({ code: 'bloblog/damaged' });
  expect(w.told).toEqual([]);
});

test('[LOG-94] with a head that is damaged, too, nobody knows what it names: nothing is read elsewhere', async () => {
  const w = await world();
  w.turn('first', 'heads/doc');
  w.raw.first.objects.delete(w.segment);
  await expect(w.reads()).rejects.toMatchObject({ code: 'bloblog/damaged', message: /heads\/doc/ });
  expect(w.asked.second).toEqual([]);
});

test('[LOG-94] what was removed while the other location answered is not brought back', async () => {
  const w = await world();
  w.turn('first', w.segment);
  w.gate.open = async () => w.raw.first.objects.delete(w.segment);
  expect(await w.reads()).toBe(CHANGES);
  expect(w.raw.first.objects.has(w.segment)).toBe(false);
  expect(w.told).toEqual([{ key: w.segment, isMended: false, trouble: null }]);
});

test('[LOG-94] what another process has mended meanwhile is left as it is', async () => {
  const w = await world();
  const whole = w.raw.first.objects.get(w.segment) ?? expect.unreachable('it is there');
  w.turn('first', w.segment);
  w.gate.open = async () => w.raw.first.objects.set(w.segment, { ...whole, etag: 'theirs' });
  expect(await w.reads()).toBe(CHANGES);
  expect(w.raw.first.objects.get(w.segment)?.etag).toBe('theirs');
  expect(w.told).toEqual([{ key: w.segment, isMended: true, trouble: null }]);
});

test('[LOG-94] what cannot be put back is read all the same, and it is told why', async () => {
  const w = await world();
  w.turn('first', w.segment);
  const trouble = new Error('no room');
  w.raw.first.replaceIf = () => Promise.reject(trouble);
  expect(await w.reads()).toBe(CHANGES);
  expect(w.told).toEqual([{ key: w.segment, isMended: false, trouble }]);
});

test('[LOG-94] only what is whole when it is read back was mended', async () => {
  const w = await world();
  w.turn('first', w.segment);
  const replace = w.raw.first.replaceIf.bind(w.raw.first);
  w.raw.first.replaceIf = (key, etag, bytes) => replace(key, etag, bytes.with(50, (bytes[50] ?? 0) ^ 1));
  expect(await w.reads()).toBe(CHANGES);
  expect(w.told).toMatchObject([{ key: w.segment, isMended: false, trouble: { code: 'bloblog/damaged' } }]);
});

test('[LOG-94] a location that takes no end of writing keeps nobody from reading; it is told when it has ended', async () => {
  const w = await world();
  w.turn('first', w.segment);
  const { promise, resolve } = Promise.withResolvers<void>();
  const replace = w.raw.first.replaceIf.bind(w.raw.first);
  w.raw.first.replaceIf = (key, etag, bytes) => promise.then(() => replace(key, etag, bytes));
  const startedMs = w.ports.clock.monotonic();
  expect(await w.reads()).toBe(CHANGES);
  expect(w.ports.clock.monotonic() - startedMs).toBe(PATIENT);
  expect(w.told).toEqual([]);
  resolve();
  await settle();
  expect(w.told).toEqual([{ key: w.segment, isMended: true, trouble: null }]);
});

test('[LOG-94] however many read the same at once, it is asked for, put back and told once', async () => {
  const w = await world();
  w.turn('first', APART);
  const blobs = await w.run(Promise.all(Array.from({ length: 20 }, () => w.store.get(APART))));
  const whole = (await w.first.get(APART))?.bytes ?? expect.unreachable('it is there');
  blobs[0]?.bytes.fill(0);
  expect(blobs.slice(1).every((blob) => blob !== null && isSame(blob.bytes, whole))).toBe(true);
  expect(w.asked.first.filter((each) => !each.startsWith('get '))).toEqual([`replaceIf ${APART}`]);
  expect(w.asked.second).toEqual([`get ${APART}`]);
  expect(w.told).toHaveLength(1);
});

test('[LOG-94] while all is whole, reading costs what it costs without another location', async () => {
  const w = await world();
  expect(await w.reads(w.counted)).toBe(CHANGES);
  const alone = w.asked.first.splice(0);
  expect(alone.length).toBeGreaterThan(1);
  expect(await w.reads()).toBe(CHANGES);
  expect(w.asked).toEqual({ first: alone, second: [] });
});
