import { pause } from '@bough/base';
import { describe, expect, test } from 'vitest';
import { collectLog } from '../upkeep/collect.ts';
import type { DocumentLog } from '../log/document-log.ts';
import type { Head } from '../objects/head.ts';
import { headKey } from '../objects/keys.ts';
import { Mirror } from './mirror.ts';
import { objectsOf } from '../objects/objects-of.ts';
import { createLog, openLog } from '../log/open-log.ts';
import { purgeLog } from '../upkeep/purge-log.ts';
import { readHead, readMoment } from '../log/read-log.ts';
import { reconcileLog } from './reconcile.ts';
import { sealedStore } from '../store/sealed-store.ts';
import { DEFAULT_SETTINGS, type LogSettings } from '../settings.ts';
import { unpackState } from '../objects/snapshot.ts';
import {
  FaultyStore,
  MemoryStore,
  NO_FAULTS,
  type Note,
  noteCodec,
  runVirtual,
  settle,
  toyCiphers,
  virtualPorts,
} from '../testing/index.ts';
import { logNames, verifyLog } from '../upkeep/verify.ts';

const SETTINGS: LogSettings = { ...DEFAULT_SETTINGS, tailBytes: 200, inlineBytes: 60, freshBytes: 80, spanBytes: 300 };
const BACKOFF = { firstMs: 10, longestMs: 500, giveUpMs: 2_000 };

type World = Awaited<ReturnType<typeof world>>;

/** A log with a second location; `how` says when its heads are copied. */
async function world(how: 'note' | 'copy' | 'never' = 'note') {
  const ports = virtualPorts(21);
  const raw = { first: new MemoryStore(ports.clock), second: new MemoryStore(ports.clock) };
  const faulty = new FaultyStore({ inner: raw.second, ...ports }, { ...NO_FAULTS, slowestMs: 1 });
  const seal = (store: MemoryStore | FaultyStore, id: string): ReturnType<typeof sealedStore> =>
    sealedStore(store, [{ id, bytes: ports.random.bytes(32) }], { ciphers: toyCiphers, random: ports.random });
  const slow = new FaultyStore({ inner: raw.first, ...ports }, { ...NO_FAULTS, slowestMs: 40 });
  const [first, second] = [seal(slow, 'first'), seal(faulty, 'second')];
  const parts = { ports, first, second };
  const mirror = new Mirror(parts, { backoff: BACKOFF });
  const heads: Head[] = [];
  const afterHead = async (head: Head): Promise<void> => {
    heads.push(head);
    if (how === 'copy') await mirror.copy(head);
    if (how === 'note') mirror.note(head);
  };
  const afterReplaced = (head: Head, keys: readonly string[]): void => mirror.dropReplaced(head, keys);
  const logParts = { ports, store: first, codec: noteCodec, afterHead, ...(how === 'never' ? {} : { afterReplaced }) };
  const run = <T>(work: Promise<T>): Promise<T> => runVirtual(ports.clock, work);
  const beginning = { entries: [note(1)], label: '' };
  const log: DocumentLog<Note> = await run(createLog(logParts, SETTINGS, 'doc', beginning));
  return { ports, raw, faulty, parts, mirror, heads, logParts, log, run };
}

function note(counter: number): Note {
  return { client: 'ann', counter, text: `number ${counter}` };
}

async function fill(w: World, from: number, to: number, log = w.log): Promise<void> {
  for (let counter = from; counter <= to; counter++) {
    const written = log.append([note(counter)], '');
    if (log.isSealDue()) log.seal(() => new TextEncoder().encode(`${log.seq}`.padEnd(80)));
    await w.run(written);
  }
}

async function quiet(w: World): Promise<void> {
  for (let i = 0; i < 200; i++) {
    await settle();
    if (w.mirror.lag().logs === 0) return;
    w.ports.clock.step();
  }
}

/** What verifying says, once removals have had their time. */
async function kinds(w: World): Promise<string[]> {
  await w.run(pause(w.ports.clock, 1_000));
  return (await w.run(verifyLog(w.ports, w.parts, 'doc'))).map((finding) => `${finding.where} ${finding.kind}`);
}

declare const TextEncoder: new () => { encode(text: string): Uint8Array };

describe('mirroring', () => {
  test('[LOG-80] the second location gets everything, opens alone with its own key, and verify finds nothing', async () => {
    const w = await world();
    await fill(w, 2, 80);
    await quiet(w);
    expect(await kinds(w)).toEqual([]);
    const alone = await w.run(openLog({ ...w.logParts, store: w.parts.second }, SETTINGS, 'doc'));
    expect(alone?.log.seq).toBe(80);
    expect(alone?.log.head.segments.length).toBeGreaterThan(3);
    expect(alone?.log.head.keyframes.length).toBeGreaterThan(0);
  });

  test('[LOG-81] at every moment the second location is a true prefix: its head names nothing that is not there', async () => {
    const w = await world();
    w.faulty.faults = { before: 0.3, lostAnswer: 0.3, zombie: 0.1, stale: 0, torn: 0, slowestMs: 30 };
    for (let counter = 2; counter <= 80; counter += 4) {
      await fill(w, counter, Math.min(80, counter + 3));
      const there = await readHead({ ports: w.ports, store: sealedSecond(w) }, 'doc');
      if (there === null) continue;
      const opened = await openLog(
        { ...w.logParts, store: sealedSecond(w), afterHead: async () => {} },
        SETTINGS,
        'doc',
      );
      expect(opened?.log.seq).toBe(there.head.seq);
    }
    w.faulty.faults = NO_FAULTS;
    await w.run(w.mirror.copy(w.log.head));
    await quiet(w);
    // What could not be removed while the store failed is left for collecting.
    expect((await kinds(w)).filter((kind) => !kind.endsWith('orphan'))).toEqual([]);
    expect(w.faulty.counts.lostAnswer).toBeGreaterThan(1);
  });

  test('[LOG-82] with the second location down, async goes on and the lag is told; it is made up for afterwards', async () => {
    const w = await world();
    await quiet(w);
    w.faulty.isDown = true;
    await fill(w, 2, 43);
    w.ports.clock.advance(1);
    await w.run(pause(w.ports.clock, 20_000));
    expect(w.mirror.lag()).toMatchObject({ logs: 1, trouble: expect.anything() as unknown });
    expect(w.log.head.seq).toBe(43);
    w.faulty.isDown = false;
    await quiet(w);
    expect(w.mirror.lag()).toMatchObject({ logs: 0, oldestMs: 0 });
    expect(await kinds(w)).toEqual([]);
  });

  test('[LOG-83] in sync mode nothing is acknowledged that the second location does not have', async () => {
    const w = await world('copy');
    await fill(w, 2, 10);
    w.faulty.isDown = true;
    await expect(w.run(w.log.append([note(11)], ''))).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(w.run(openLog(w.logParts, SETTINGS, 'doc'))).rejects.toMatchObject({ kind: 'unavailable' });
    w.faulty.isDown = false;
    const again = await w.run(openLog(w.logParts, SETTINGS, 'doc'));
    expect(again?.log.lastSeen('ann').counter).toBe(11);
    // The sealing that the failure cut off left objects that no head names.
    expect((await kinds(w)).filter((kind) => kind !== 'first orphan')).toEqual([]);
  });

  test('[LOG-84] of two mirrors the one that is behind never overwrites the other', async () => {
    const w = await world('never');
    await fill(w, 2, 20);
    const late = new Mirror(w.parts, { backoff: BACKOFF });
    await w.run(w.mirror.copy(w.log.head));
    const [, old] = w.heads;
    if (old === undefined) throw new Error('there was an older head');
    await w.run(late.copy(old));
    expect((await w.run(readHead({ ports: w.ports, store: w.parts.second }, 'doc')))?.head.seq).toBe(20);
  });

  test('[LOG-84] of two labels of one number the newer one stays, in sync mode too', async () => {
    const w = await world('never');
    const late = new Mirror(w.parts, { backoff: BACKOFF });
    const old = w.log.head;
    await w.run(w.log.append([], 'new'));
    await w.run(w.mirror.copy(w.log.head));
    await w.run(late.copy(old));
    const there = async (): Promise<Head | undefined> =>
      (await w.run(readHead({ ports: w.ports, store: w.parts.second }, 'doc')))?.head;
    expect((await there())?.label).toBe('new');
    await w.run(w.log.append([], 'newer'));
    expect(await kinds(w)).toEqual(['second behind']);
    w.faulty.isDown = true;
    await expect(w.run(w.mirror.copy(w.log.head))).rejects.toMatchObject({ code: 'bloblog/unavailable' });
    w.faulty.isDown = false;
    expect(await w.run(reconcileLog(w.parts, 'doc'))).toMatchObject({ outcome: 'copied' });
    expect((await there())?.label).toBe('newer');
  });

  test('[LOG-86] what the first location names no more stays there until the second one names it no more', async () => {
    const w = await world();
    await fill(w, 2, 30);
    await quiet(w);
    w.faulty.isDown = true;
    const there = w.log.head;
    await fill(w, 31, 60);
    await w.run(pause(w.ports.clock, 5_000));
    for (const key of objectsOf(there)) expect([key, w.raw.first.objects.has(key)]).toEqual([key, true]);
    w.faulty.isDown = false;
    await quiet(w);
    expect(await kinds(w)).toEqual([]);
    expect(objectsOf(there).some((key) => !w.raw.first.objects.has(key))).toBe(true);
  });

  test('[LOG-86] a mirror that is late by a replaced object goes on with the newer head', async () => {
    const w = await world('never');
    await fill(w, 2, 15);
    const old = w.log.head;
    await fill(w, 16, 30);
    await w.run(pause(w.ports.clock, 1_000));
    expect(objectsOf(old).some((key) => !w.raw.first.objects.has(key))).toBe(true);
    await w.run(w.mirror.copy(old));
    expect((await w.run(readHead({ ports: w.ports, store: w.parts.second }, 'doc')))?.head.seq).toBe(30);
    expect(await kinds(w)).toEqual([]);
  });

  test('[LOG-85] a first location that lost changes is never copied over a second that has them', async () => {
    const w = await world('never');
    await fill(w, 2, 5);
    const before = w.raw.first.objects.get(headKey('doc'));
    await fill(w, 6, 9);
    await w.run(w.mirror.copy(w.log.head));
    if (before === undefined) throw new Error('there was a head');
    w.raw.first.objects.set(headKey('doc'), before);
    expect(await kinds(w)).toContain('second ahead');
    const regressed = await w.run(openLog(w.logParts, SETTINGS, 'doc'));
    if (regressed === null) throw new Error('it opens');
    const other: Note = { client: 'bob', counter: 1, text: 'on the wrong branch' };
    await w.run(regressed.log.append([other, ...Array.from({ length: 9 }, (_, i) => note(6 + i))], ''));
    const fresh = new Mirror(w.parts, { backoff: BACKOFF });
    await expect(w.run(fresh.copy(regressed.log.head))).rejects.toMatchObject({
      code: 'bloblog/diverged',
      kind: 'corrupt',
    });
    expect(await kinds(w)).toContain('second diverged');
  });
});

function sealedSecond(w: World): ReturnType<typeof sealedStore> {
  return {
    ...w.parts.second,
    get: async (key) => {
      const [faults, isDown] = [w.faulty.faults, w.faulty.isDown];
      w.faulty.faults = { ...NO_FAULTS, slowestMs: 0 };
      w.faulty.isDown = false;
      const answer = w.run(w.parts.second.get(key));
      try {
        return await answer;
      } finally {
        w.faulty.faults = faults;
        w.faulty.isDown = isDown;
      }
    },
  };
}

describe('verifying and reconciling', () => {
  test('[LOG-90] what a crash left behind is found, told with advice, and reconciled', async () => {
    const w = await world('never');
    await fill(w, 2, 30);
    expect(await kinds(w)).toEqual(['second absent']);
    expect(await w.run(reconcileLog(w.parts, 'doc'))).toMatchObject({ outcome: 'copied' });
    await fill(w, 31, 60);
    const [finding] = await w.run(verifyLog(w.ports, w.parts, 'doc'));
    expect(finding).toMatchObject({ kind: 'behind', advice: expect.stringContaining('reconcile') as string });
    await w.run(reconcileLog(w.parts, 'doc'));
    expect(await kinds(w)).toEqual([]);
    expect(await w.run(reconcileLog(w.parts, 'doc'))).toMatchObject({ outcome: 'same' });
  });

  test('[LOG-91] each location helps the other out: damaged, missing, and a whole log lost', async () => {
    const w = await world('never');
    await fill(w, 2, 60);
    await w.run(reconcileLog(w.parts, 'doc'));
    const segments = [...w.raw.first.objects.keys()].filter((key) => key.includes('/segments/'));
    const [gone, broken, elsewhere] = segments;
    if (gone === undefined || broken === undefined || elsewhere === undefined) throw new Error('there are segments');
    w.raw.first.objects.delete(gone);
    const kept = w.raw.first.objects.get(broken);
    if (kept !== undefined) w.raw.first.objects.set(broken, { ...kept, bytes: kept.bytes.slice(1) });
    w.raw.second.objects.delete(elsewhere);
    expect(new Set(await kinds(w))).toEqual(new Set(['first damaged', 'second damaged']));
    expect((await w.run(reconcileLog(w.parts, 'doc'))).broughtBack).toHaveLength(2);
    expect(await kinds(w)).toEqual([]);
    w.raw.first.objects.clear();
    expect(await kinds(w)).toEqual(['first absent']);
    expect(await w.run(reconcileLog(w.parts, 'doc'))).toMatchObject({ outcome: 'restored' });
    expect(await kinds(w)).toEqual([]);
    expect((await w.run(openLog(w.logParts, SETTINGS, 'doc')))?.log.seq).toBe(60);
  });

  test('[LOG-92] a head that cannot be read is told, and brought back from the second location', async () => {
    const w = await world('never');
    await fill(w, 2, 20);
    await w.run(reconcileLog(w.parts, 'doc'));
    const kept = w.raw.first.objects.get(headKey('doc'));
    if (kept !== undefined) w.raw.first.objects.set(headKey('doc'), { ...kept, bytes: new Uint8Array([1]) });
    expect(await kinds(w)).toEqual(['first unreadable']);
    expect(await w.run(names(w))).toEqual(['doc']);
  });
});

async function names(w: World): Promise<string[]> {
  const all: string[] = [];
  for await (const name of logNames(w.parts.first)) all.push(name);
  return all;
}

describe('collecting', () => {
  const DAY_MS = 86_400_000;
  const orphan = 'logs/doc/segments/1-9-orphanorphan';

  test('[LOG-95] only what no head of either location names is removed, and only when it is old', async () => {
    const w = await world('never');
    await fill(w, 2, 60);
    await w.run(reconcileLog(w.parts, 'doc'));
    await w.run(w.parts.first.put(orphan, new Uint8Array([1])));
    await w.run(w.parts.first.put('logs/doc/pictures/abc', new Uint8Array([1])));
    const stores = { store: w.parts.first, other: w.parts.second };
    const before = w.raw.first.objects.size;
    expect((await w.run(collectLog(w.ports, stores, 'doc', { ageMs: DAY_MS }))).removed).toEqual([]);
    expect(await kinds(w)).toEqual(['first orphan']);
    w.ports.clock.advance(2 * DAY_MS);
    expect((await w.run(collectLog(w.ports, stores, 'doc', { ageMs: DAY_MS }))).removed).toEqual([orphan]);
    expect(w.raw.first.objects.size).toBe(before - 1);
    expect(await kinds(w)).toEqual([]);
  });

  test('[LOG-95] nothing is removed while the other location is behind: it may come to name it', async () => {
    const w = await world('never');
    await fill(w, 2, 60);
    await w.run(w.parts.first.put(orphan, new Uint8Array([1])));
    w.ports.clock.advance(2 * DAY_MS);
    const stores = { store: w.parts.first, other: w.parts.second };
    const collect = async (): Promise<unknown> => w.run(collectLog(w.ports, stores, 'doc', { ageMs: DAY_MS }));
    expect(await collect()).toEqual({ removed: [], isLost: true });
    await w.run(reconcileLog(w.parts, 'doc'));
    expect(await collect()).toEqual({ removed: [orphan], isLost: false });
  });

  test('[LOG-96] a writer that slept between an object and its head can never name what was removed', async () => {
    const w = await world('never');
    await fill(w, 2, 30);
    await w.run(w.parts.first.put(orphan, new Uint8Array([1])));
    w.ports.clock.advance(2 * DAY_MS);
    await w.run(collectLog(w.ports, { store: w.parts.first, other: null }, 'doc', { ageMs: DAY_MS }));
    await expect(w.run(w.log.append([note(31)], ''))).rejects.toMatchObject({ code: 'bloblog/lost' });
    const again = await w.run(openLog(w.logParts, SETTINGS, 'doc'));
    if (again === null) throw new Error('it opens');
    await fill(w, 31, 32, again.log);
  });

  test('[LOG-96] a writer that is faster than the collection makes it give up', async () => {
    const w = await world('never');
    await w.run(w.parts.first.put(orphan, new Uint8Array([1])));
    w.ports.clock.advance(2 * DAY_MS);
    const store = {
      ...w.parts.first,
      replaceIf: async (...args: Parameters<typeof w.parts.first.replaceIf>) => {
        await w.parts.first.put(headKey('doc'), (await w.parts.first.get(headKey('doc')))?.bytes ?? new Uint8Array());
        return w.parts.first.replaceIf(...args);
      },
    };
    const collected = await w.run(collectLog(w.ports, { store, other: null }, 'doc', { ageMs: DAY_MS }));
    expect(collected).toMatchObject({ removed: [] });
    expect(w.raw.first.objects.has(orphan)).toBe(true);
  });
});

describe('copying and purging', () => {
  test('[LOG-97] a log may begin with the state of another one, which stays its first moment for ever', async () => {
    const w = await world('never');
    const state = new TextEncoder().encode('5');
    const parts = { ...w.logParts, store: w.parts.first };
    const copy = await w.run(createLog(parts, SETTINGS, 'copy', { entries: [], label: '', state }));
    await fill(w, 1, 40, copy);
    const found = await w.run(readHead({ ports: w.ports, store: w.parts.first }, 'copy'));
    if (found === null) throw new Error('it is there');
    const first = await w.run(readMoment(parts, found.head, 0));
    expect(first.entries).toEqual([]);
    if (first.snapshot === null) throw new Error('it has a snapshot');
    expect(unpackState(w.ports.compression, 'copy', first.snapshot)).toEqual(state);
    expect(await w.run(verifyLog(w.ports, { first: w.parts.first, second: null }, 'copy'))).toEqual([]);
  });

  test('[LOG-98] what was purged is gone wholly, and an open writer of it acknowledges nothing more', async () => {
    const w = await world('never');
    await fill(w, 2, 60);
    await w.run(purgeLog(w.parts.first, 'doc'));
    expect([...w.raw.first.objects.keys()]).toEqual([]);
    await expect(w.run(w.log.append([note(61)], ''))).rejects.toMatchObject({ code: 'bloblog/lost' });
    expect(await w.run(openLog(w.logParts, SETTINGS, 'doc'))).toBeNull();
  });
});
