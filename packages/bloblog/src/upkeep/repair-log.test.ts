import { pause } from '@bough/base';
import { describe, expect, test } from 'vitest';
import { headKey } from '../objects/keys.ts';
import { objectsOf } from '../objects/objects-of.ts';
import { createLog } from '../log/open-log.ts';
import { readHead } from '../log/read-log.ts';
import { reconcileLog } from '../second/reconcile.ts';
import { repairLog } from './repair-log.ts';
import { sealedStore } from '../store/sealed-store.ts';
import { DEFAULT_SETTINGS, type LogSettings } from '../settings.ts';
import { MemoryStore, type Note, noteCodec, runVirtual, toyCiphers, virtualPorts } from '../testing/index.ts';
import { verifyLog } from './verify.ts';

const SETTINGS: LogSettings = { ...DEFAULT_SETTINGS, tailBytes: 200, inlineBytes: 60, freshBytes: 80, spanBytes: 300 };
const KEY_BYTES = 32;

/** A log with an object of each kind, alike in both locations. */
async function world() {
  const ports = virtualPorts(44);
  const raw = { first: new MemoryStore(ports.clock), second: new MemoryStore(ports.clock) };
  const keys = { first: ports.random.bytes(KEY_BYTES), second: ports.random.bytes(KEY_BYTES) };
  const seal = (where: 'first' | 'second', id: string = where): ReturnType<typeof sealedStore> =>
    sealedStore(raw[where], [{ id, bytes: keys[where] }], { ciphers: toyCiphers, random: ports.random });
  const parts = { ports, first: seal('first'), second: seal('second') };
  const run = <T>(work: Promise<T>): Promise<T> => runVirtual(ports.clock, work);
  const logParts = { ports, store: parts.first, codec: noteCodec };
  const log = await run(createLog(logParts, SETTINGS, 'doc', { entries: [note(1)], label: '' }));
  for (let n = 2; n <= 60; n++) {
    const written = log.append([note(n)], '');
    if (log.isSealDue()) log.seal(() => ports.random.bytes(80));
    await run(written);
  }
  await run(pause(ports.clock, 1_000));
  await parts.first.put('logs/doc/pictures/0a0b', ports.random.bytes(300));
  await parts.first.put('logs/doc/names/3-abc', ports.random.bytes(40));
  await run(reconcileLog(parts, 'doc'));
  const plain = async (key: string): Promise<Uint8Array | undefined> => (await parts.first.get(key))?.bytes;
  const damage = (where: 'first' | 'second', key: string, how: (bytes: Uint8Array) => Uint8Array | null): void => {
    const kept = raw[where].objects.get(key);
    if (kept === undefined) throw new Error(`${key} is there`);
    const bytes = how(kept.bytes.slice());
    if (bytes === null) raw[where].objects.delete(key);
    else raw[where].objects.set(key, { ...kept, bytes });
  };
  const findings = async (): Promise<string[]> =>
    (await run(verifyLog(ports, parts, 'doc'))).map(({ where, kind }) => `${where} ${kind}`);
  return { ports, raw, parts, keys, run, plain, damage, findings, head: () => log.head, log };
}

function note(counter: number): Note {
  return { client: 'ann', counter, text: `number ${counter}` };
}

/** One object of each kind, but for the head. */
function oneOfEach(keys: Iterable<string>): Map<string, string> {
  const kinds = new Map<string, string>();
  for (const key of keys) {
    const [, , kind] = key.split('/');
    if (kind !== undefined && !kinds.has(kind)) kinds.set(kind, key);
  }
  return kinds;
}

describe('repairing', () => {
  test('[LOG-93] one turned bit, anywhere in an object of any kind, is repaired to the same bits', async () => {
    const w = await world();
    expect(await w.findings()).toEqual([]);
    const kinds = oneOfEach(w.raw.first.objects.keys());
    expect([...kinds.keys()].toSorted()).toEqual(['names', 'pictures', 'segments', 'snapshots']);
    let bits = 0;
    for (const key of kinds.values()) {
      const whole = await w.plain(key);
      const length = w.raw.first.objects.get(key)?.bytes.length ?? 0;
      for (let at = 0; at < length; at++) {
        w.damage('first', key, (bytes) => bytes.with(at, (bytes[at] ?? 0) ^ (1 << (at % 8))));
        const { repaired, lost } = await w.run(repairLog(w.ports, w.parts.first, w.parts.second, 'doc'));
        expect([key, at, repaired, lost]).toEqual([key, at, [key], []]);
        expect(await w.plain(key)).toEqual(whole);
        bits++;
      }
    }
    expect(bits).toBeGreaterThan(500);
    expect(await w.findings()).toEqual([]);
  });

  test('[LOG-93] each object is repaired, cut off, emptied or gone, in either location', async () => {
    const w = await world();
    const keys = [...objectsOf(w.head()), 'logs/doc/pictures/0a0b', 'logs/doc/names/3-abc'];
    const ways = [(bytes: Uint8Array) => bytes.slice(0, -1), () => new Uint8Array(), () => null];
    for (const key of keys) {
      const whole = await w.plain(key);
      for (const way of ways) {
        w.damage('first', key, way);
        expect(await w.run(reconcileLog(w.parts, 'doc'))).toMatchObject({ broughtBack: [key], lost: [] });
        expect(await w.plain(key)).toEqual(whole);
        w.damage('second', key, way);
        expect(await w.run(reconcileLog(w.parts, 'doc'))).toMatchObject({ broughtBack: [], lost: [] });
        expect((await w.parts.second.get(key))?.bytes).toEqual(whole);
      }
    }
    expect(await w.findings()).toEqual([]);
  });

  test('[LOG-93] what is whole in neither place is told, and the rest is repaired', async () => {
    const w = await world();
    const [one = '', two = ''] = objectsOf(w.head());
    for (const where of ['first', 'second'] as const) w.damage(where, one, (bytes) => bytes.slice(1));
    w.damage('first', two, () => null);
    const { repaired, lost } = await w.run(repairLog(w.ports, w.parts.first, w.parts.second, 'doc'));
    expect([repaired, lost.map(({ key }) => key)]).toEqual([[two], [one]]);
    expect(await w.run(reconcileLog(w.parts, 'doc'))).toMatchObject({ lost: [one] });
  });

  test('[LOG-92] a head that cannot be read is brought back from the other location, in a new lineage', async () => {
    const w = await world();
    const before = w.head();
    for (const way of [(bytes: Uint8Array) => bytes.slice(0, 50), (bytes: Uint8Array) => bytes.with(0, 0)]) {
      w.damage('first', headKey('doc'), way);
      expect(await w.findings()).toEqual(['first unreadable']);
      expect(await w.run(reconcileLog(w.parts, 'doc'))).toMatchObject({ outcome: 'restored', lost: [] });
      expect(await w.findings()).toEqual([]);
    }
    const found = await w.run(readHead({ ports: w.ports, store: w.parts.first }, 'doc'));
    expect(found?.head.tail).toEqual(before.tail);
    expect(found?.head.lineages.map(({ from }) => from)).toEqual([0, 60, 60]);
    // Whoever had it open acknowledges nothing on the older name.
    await expect(w.run(w.log.append([note(61)], ''))).rejects.toMatchObject({ code: 'bloblog/lost' });
    w.damage('second', headKey('doc'), (bytes) => bytes.slice(1));
    expect(await w.findings()).toEqual(['second unreadable']);
    await w.run(reconcileLog(w.parts, 'doc'));
    expect(await w.findings()).toEqual([]);
  });

  test('[LOG-93] an object that wants another key is whole: nothing is put in its place', async () => {
    const w = await world();
    const objects = new Map(w.raw.first.objects);
    const other = sealedStore(w.raw.first, [{ id: 'new', bytes: w.ports.random.bytes(KEY_BYTES) }], {
      ciphers: toyCiphers,
      random: w.ports.random,
    });
    const repair = w.run(repairLog(w.ports, other, w.parts.second, 'doc'));
    await expect(repair).rejects.toMatchObject({ code: 'bloblog/unknown-key' });
    expect(w.raw.first.objects).toEqual(objects);
  });
});
