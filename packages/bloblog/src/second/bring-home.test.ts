import { utf8Encode } from '@bough/base';
import { expect, test } from 'vitest';
import { bringHome } from './bring-home.ts';
import { headKey } from '../objects/keys.ts';
import { Mirror } from './mirror.ts';
import { createLog, openLog } from '../log/open-log.ts';
import { readChanges, readHead } from '../log/read-log.ts';
import { reconcileLog } from './reconcile.ts';
import { renewLog } from '../upkeep/renew-log.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { MemoryStore, type Note, noteCodec, runVirtual, virtualPorts } from '../testing/index.ts';
import { note } from '../testing/log-world.ts';
import { verifyLog } from '../upkeep/verify.ts';

const BACKOFF = { firstMs: 10, longestMs: 100, giveUpMs: 200 };
const SETTINGS = { ...DEFAULT_SETTINGS, tailBytes: 200, inlineBytes: 60, freshBytes: 80, spanBytes: 300 };

/** Two locations with twenty changes, some of them sealed; `loseTo` takes the first one back to where it had so many. */
async function world() {
  const ports = virtualPorts(41);
  const [first, second] = [new MemoryStore(ports.clock), new MemoryStore(ports.clock)];
  const mirror = new Mirror({ ports, first, second }, { backoff: BACKOFF });
  const run = <T>(work: Promise<T>): Promise<T> => runVirtual(ports.clock, work);
  const parts = { ports, store: first, codec: noteCodec, location: 'first', afterHead: mirror.copy.bind(mirror) };
  const log = await run(createLog<Note>(parts, SETTINGS, 'doc', { entries: [note(1)], label: '' }));
  const moments = new Map<number, MemoryStore['objects']>();
  for (let n = 2; n <= 20; n++) {
    moments.set(n - 1, new Map(first.objects));
    const written = log.append([note(n)], '');
    if (log.isSealDue()) log.seal(() => utf8Encode(`${log.seq}`.padEnd(80)));
    await run(written);
  }
  const loseTo = (seq: number): void => {
    first.objects.clear();
    for (const [key, kept] of moments.get(seq) ?? []) first.objects.set(key, kept);
  };
  const both = { ports, first, second };
  const texts = async (): Promise<readonly string[]> => {
    const head = (await run(readHead({ ports, store: first }, 'doc')))?.head;
    if (head === undefined) return [];
    return (await run(readChanges({ ports, store: first, codec: noteCodec }, head, 1, head.seq))).map(
      ({ text }) => text,
    );
  };
  return { ...both, both, log, run, loseTo, texts, parts };
}

const ALL = Array.from({ length: 20 }, (_, n) => note(n + 1).text);

test.each([1, 7, 19])(
  '[LOG-120] what the first location lost after change %i is brought back from the second, and begins a new lineage after it',
  async (kept) => {
    const w = await world();
    w.loseTo(kept);
    expect(await w.texts()).toEqual(ALL.slice(0, kept));
    expect((await w.run(verifyLog(w.ports, w, 'doc'))).map(({ kind, advice }) => [kind, advice])).toContainEqual([
      'ahead',
      'the first location lost changes: reconcile brings them back from the second',
    ]);
    expect(await w.run(bringHome(w.both, 'doc'))).toMatchObject({ from: kept, to: 20 });
    expect(await w.texts()).toEqual(ALL);
    const head = (await w.run(readHead({ ports: w.ports, store: w.first }, 'doc')))?.head;
    expect(head?.lineages.map(({ from }) => from)).toEqual([0, 20]);
    expect(await w.run(reconcileLog(w.both, 'doc'))).toMatchObject({ outcome: 'copied', lost: [] });
    const wrong = (await w.run(verifyLog(w.ports, w, 'doc'))).filter(({ kind }) => kind !== 'orphan');
    expect(wrong).toEqual([]);
    expect(await w.run(bringHome(w.both, 'doc'))).toBe(null);
  },
);

test('[LOG-120] reconciling does it too', async () => {
  const w = await world();
  w.loseTo(5);
  expect(await w.run(reconcileLog(w.both, 'doc'))).toMatchObject({ outcome: 'restored' });
  expect(await w.texts()).toEqual(ALL);
  const heads = await Promise.all([w.first, w.second].map((store) => readHead({ ports: w.ports, store }, 'doc')));
  expect(heads[0]?.head.writeId).toBe(heads[1]?.head.writeId);
});

test('[LOG-121] where each location has changes that the other has not, nothing is brought', async () => {
  const w = await world();
  w.loseTo(5);
  const alone = { ports: w.ports, store: w.first, codec: noteCodec };
  const opened = await w.run(openLog<Note>(alone, SETTINGS, 'doc'));
  await w.run(opened?.log.append([note(6, 'bob')], '') ?? Promise.reject(new Error('it is there')));
  expect(await w.run(bringHome(w.both, 'doc'))).toBe(null);
  expect(await w.run(reconcileLog(w.both, 'doc'))).toMatchObject({ outcome: 'ahead' });
  w.loseTo(5);
  await w.run(renewLog(w.ports, w.first, 'doc'));
  expect(await w.run(bringHome(w.both, 'doc'))).toBe(null);
  expect((await w.texts()).length).toBe(5);
});

test('[LOG-121] a writer that went on between the looks loses nothing: then there is nothing to be brought', async () => {
  const w = await world();
  const now = w.first.objects.get(headKey('doc'));
  w.loseTo(19);
  let looks = 0;
  const first = {
    get: async (key: string) => {
      const blob = await w.first.get(key);
      // An old answer: what is there by now is what the second has.
      if (key === headKey('doc') && ++looks === 1 && now !== undefined) w.first.objects.set(key, now);
      return blob;
    },
    getIfChanged: w.first.getIfChanged.bind(w.first),
    createIfAbsent: w.first.createIfAbsent.bind(w.first),
    replaceIf: w.first.replaceIf.bind(w.first),
    put: w.first.put.bind(w.first),
    list: w.first.list.bind(w.first),
    remove: w.first.remove.bind(w.first),
  };
  expect(await w.run(bringHome({ ...w.both, first }, 'doc'))).toBe(null);
  expect(looks).toBeGreaterThan(1);
  const head = (await w.run(readHead({ ports: w.ports, store: w.first }, 'doc')))?.head;
  expect([head?.seq, head?.lineages.length]).toEqual([20, 1]);
});

test('[LOG-121] what the second location has not whole is not brought', async () => {
  const w = await world();
  w.loseTo(3);
  for (const key of w.second.objects.keys()) if (key.includes('/segments/')) w.second.objects.delete(key);
  await expect(w.run(bringHome(w.both, 'doc'))).rejects.toMatchObject({ code: 'bloblog/missing', kind: 'corrupt' });
  expect((await w.texts()).length).toBe(3);
});

test('[LOG-122] whoever opens a log is asked before its head is used, once, and the head that stands there then is used', async () => {
  const w = await world();
  w.loseTo(4);
  const asked: (number | null)[] = [];
  const beforeHead = async (log: string, head: { readonly seq: number } | null): Promise<boolean> => {
    asked.push(head?.seq ?? null);
    return (await bringHome(w.both, log)) !== null;
  };
  const opened = await w.run(openLog<Note>({ ...w.parts, location: 'another', beforeHead }, SETTINGS, 'doc'));
  expect([asked, opened?.log.seq]).toEqual([[4], 20]);
  expect(await w.run(openLog<Note>({ ...w.parts, beforeHead }, SETTINGS, 'none'))).toBe(null);
  expect(asked).toEqual([4, null]);
});
