import { seededRandom } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type LogSettings } from '../settings.ts';
import { createLog } from '../log/open-log.ts';
import { readChanges, readMoment } from '../log/read-log.ts';
import { sealedStore } from '../store/sealed-store.ts';
import { reconcileLog } from '../second/reconcile.ts';
import { MemoryStore, noteCodec, runVirtual, toyCiphers, virtualPorts } from '../testing/index.ts';
import { mendingStore, type ReadElsewhere } from './mending-store.ts';
import { verifyLog } from './verify.ts';

const SETTINGS: LogSettings = { ...DEFAULT_SETTINGS, tailBytes: 200, inlineBytes: 60, freshBytes: 80, spanBytes: 300 };
const CHANGES = 60;

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
  const note = (counter: number) => ({ client: 'ann', counter, text: `number ${counter}` });
  const parts = { ports, store: first, codec: noteCodec };
  const log = await run(createLog(parts, SETTINGS, 'doc', { entries: [note(1)], label: '' }));
  for (let n = 2; n <= CHANGES; n++) {
    const written = log.append([note(n)], '');
    if (log.isSealDue()) log.seal(() => ports.random.bytes(80));
    await run(written);
  }
  await run(log.close());
  await first.put('logs/doc/pictures/0a0b', random.bytes(300));
  await run(reconcileLog({ ports, first, second }, 'doc'));
  const told: ReadElsewhere[] = [];
  const store = mendingStore(first, second, (read) => told.push(read));
  const source = { ports, store, codec: noteCodec };
  const keys = (kind: string): readonly string[] =>
    [...raw.first.objects.keys()].filter((key) => key.startsWith(`logs/doc/${kind}/`));
  const turn = (where: Where, key: string): void => {
    const kept = raw[where].objects.get(key);
    if (kept === undefined) throw new Error(`${key} is not there`);
    raw[where].objects.set(key, { ...kept, bytes: kept.bytes.with(40, (kept.bytes[40] ?? 0) ^ 1) });
  };
  const reads = async (): Promise<number> => (await run(readChanges(source, log.head, 1, CHANGES))).length;
  const findings = async (): Promise<readonly string[]> =>
    (await run(verifyLog(ports, { first, second }, 'doc'))).map(({ where, kind }) => `${where} ${kind}`);
  return { ports, raw, store, source, head: log.head, told, keys, turn, reads, run, findings };
}

test('[LOG-94] what is damaged is read from the other location, and is whole afterwards', async () => {
  const w = await world();
  const [segment = '', snapshot = ''] = [w.keys('segments')[0], w.keys('snapshots')[0]];
  w.turn('first', segment);
  w.turn('first', snapshot);
  expect(await w.findings()).toHaveLength(2);
  expect(await w.reads()).toBe(CHANGES);
  for (const { seq } of w.head.keyframes) await w.run(readMoment(w.source, w.head, seq));
  expect(w.told).toEqual(expect.arrayContaining([segment, snapshot].map((key) => ({ key, isMended: true }))));
  expect(w.told).toHaveLength(2);
  expect(await w.findings()).toEqual([]);
});

test('[LOG-94] so is what stands apart from the log', async () => {
  const w = await world();
  w.turn('first', 'logs/doc/pictures/0a0b');
  expect((await w.store.get('logs/doc/pictures/0a0b'))?.bytes.length).toBe(300);
  expect(await w.findings()).toEqual([]);
});

test('[LOG-94] what is missing is read there and left to repairing, but not what stands apart: it may have been removed', async () => {
  const w = await world();
  const [segment = ''] = w.keys('segments');
  w.raw.first.objects.delete(segment);
  w.raw.first.objects.delete('logs/doc/pictures/0a0b');
  expect(await w.reads()).toBe(CHANGES);
  expect(w.told).toEqual([{ key: segment, isMended: false }]);
  expect(w.raw.first.objects.has(segment)).toBe(false);
  expect(await w.store.get('logs/doc/pictures/0a0b')).toBeNull();
});

test('[LOG-94] what cannot be put back is read all the same', async () => {
  const w = await world();
  const [segment = ''] = w.keys('segments');
  w.turn('first', segment);
  w.raw.first.put = () => Promise.reject(new Error('no room'));
  expect(await w.reads()).toBe(CHANGES);
  expect(w.told).toEqual([{ key: segment, isMended: false }]);
});

test('[LOG-94] what is whole nowhere is refused as damaged; so is a head', async () => {
  const w = await world();
  const [segment = ''] = w.keys('segments');
  w.turn('first', segment);
  w.turn('second', segment);
  await expect(w.reads()).rejects.toMatchObject({ code: 'bloblog/damaged' });
  w.turn('first', 'heads/doc');
  await expect(w.store.get('heads/doc')).rejects.toMatchObject({ code: 'bloblog/damaged' });
  expect(w.told).toEqual([]);
});
