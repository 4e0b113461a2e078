import { makeIds, parseClientId, parseMapId, parsePeerId, parsePersonId, type MapId, type PeerId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { NO_OPS } from '@bough/map';
import { expect, test } from 'vitest';
import { BatchQueue, BatchSchedule, callsOf, type MapBatch, TICK_MS } from './batching.ts';

const ids = makeIds(new VirtualClock(), seededRandom(1));

function must<T>(value: T | null): T {
  if (value === null) throw new Error('ids of this kind are made so');
  return value;
}

/** Somebody who is in a room. */
const newPeer = (): PeerId => must(parsePeerId(ids.short()));
const newMap = (): MapId => must(parseMapId(ids.long()));
const author = must(parsePersonId(ids.long()));

/** Two maps on one schedule, at the moment of a tick: what was read and sent of each, and when. */
function world() {
  const clock = new VirtualClock();
  clock.advance(TICK_MS - (clock.monotonic() % TICK_MS));
  const startMs = clock.monotonic();
  const sinceMs = (): number => clock.monotonic() - startMs;
  const read: (readonly [number, string])[] = [];
  const sent: { readonly atMs: number; readonly submits: readonly string[] }[] = [];
  const done: string[] = [];
  const schedule = new BatchSchedule<string>(clock, (all) => {
    const names = all.map(({ submits }) => submits.map(({ answer }) => answer));
    for (const submits of names) sent.push({ atMs: sinceMs(), submits });
    done.push(`sent ${names.map((each) => each.join(' ')).join(', ')}`);
  });
  const newQueue = (): BatchQueue<string> => new BatchQueue({ clock, schedule, map: newMap() });
  const maps = [newQueue(), newQueue()] as const;
  const say = (peer: PeerId, what: string, map: 0 | 1 = 0, kind = 'submit'): void => {
    const changes = [{ client: must(parseClientId(ids.short())), counter: 1, author, at: 0, ops: NO_OPS }];
    const submit = { base: { lineage: 'lineage00001', seq: 0 }, formerly: null, mayEdit: true, changes, answer: what };
    maps[map].take(peer, `{"kind":"${kind}","what":"${what}"}`, () => {
      read.push([sinceMs(), what]);
      done.push(`read ${what}`);
      if (kind === 'submit') maps[map].add(submit);
    });
  };
  return { clock, maps, read, sent, done, say };
}

test('[GW-102][GW-105] a single writer is read and sent on at once, however often', () => {
  const { clock, read, sent, say } = world();
  const anna = newPeer();
  for (const what of ['a', 'b', 'c']) {
    say(anna, what);
    clock.advance(100);
  }
  expect(read).toEqual([
    [0, 'a'],
    [100, 'b'],
    [200, 'c'],
  ]);
  expect(sent.map(({ submits }) => submits)).toEqual([['a'], ['b'], ['c']]);
});

test('[GW-105] what several write is read at the tick, in order; all else is read at once', () => {
  const { clock, read, say } = world();
  const [anna, ben] = [newPeer(), newPeer()];
  say(anna, 'a1');
  clock.advance(10);
  say(ben, 'b1');
  say(anna, 'a2');
  say(anna, 'pointer', 0, 'presence');
  expect(read.map(([, what]) => what)).toEqual(['a1', 'pointer']);
  clock.advance(70);
  expect(read.slice(2)).toEqual([
    [40, 'b1'],
    [40, 'a2'],
  ]);
});

test('[GW-105] at a tick every map reads before any map sends, and all leave together', () => {
  const { clock, done, say } = world();
  const [anna, ben, cleo, dora] = [newPeer(), newPeer(), newPeer(), newPeer()];
  say(anna, 'a1');
  say(cleo, 'c1', 1);
  done.length = 0;
  clock.advance(10);
  say(ben, 'b1');
  say(dora, 'd1', 1);
  say(anna, 'a2');
  clock.advance(TICK_MS);
  expect(done).toEqual(['read b1', 'read a2', 'read d1', 'sent b1 a2, d1']);
});

test('[GW-105] not too much is held, and what is held is read when somebody leaves', () => {
  const { maps, read, sent, say } = world();
  const [anna, ben] = [newPeer(), newPeer()];
  say(anna, 'first');
  for (let n = 1; n <= 300; n++) say(n % 2 === 0 ? anna : ben, String(n));
  expect(read).toHaveLength(257);
  maps[0].flush();
  const all = ['first', ...Array.from({ length: 300 }, (_, n) => String(n + 1))];
  expect(read.map(([, what]) => what)).toEqual(all);
  expect(sent.flatMap(({ submits }) => submits)).toEqual(all);
});

test('[GW-102] what several write until the next tick goes in one call, in order, at one moment for all maps', () => {
  const { clock, sent, say } = world();
  const [anna, ben, cleo, dora] = [newPeer(), newPeer(), newPeer(), newPeer()];
  clock.advance(10);
  say(anna, 'a1');
  say(cleo, 'c1', 1);
  clock.advance(10);
  say(ben, 'b1');
  say(dora, 'd1', 1);
  say(anna, 'a2');
  expect(sent.map(({ submits }) => submits)).toEqual([['a1'], ['c1']]);
  clock.advance(60);
  expect(sent.slice(2)).toEqual([
    { atMs: 40, submits: ['b1', 'a2'] },
    { atMs: 40, submits: ['d1'] },
  ]);
  clock.advance(60);
  say(ben, 'b2');
  clock.advance(20);
  expect(sent.slice(4)).toEqual([{ atMs: 160, submits: ['b2'] }]);
  say(ben, 'b3');
  expect(sent).toHaveLength(5);
  clock.advance(1_000);
  expect(sent.slice(5)).toEqual([{ atMs: 200, submits: ['b3'] }]);
  say(anna, 'a3');
  expect(sent.slice(6)).toEqual([{ atMs: 1_160, submits: ['a3'] }]);
  clock.advance(1_000);
  expect(sent).toHaveLength(7);
});

test('[GW-102] a call takes so many submits and no more', () => {
  const { clock, sent, say } = world();
  for (let n = 0; n < 500; n++) say(newPeer(), String(n));
  expect(sent.length).toBeGreaterThan(1);
  clock.advance(1_000);
  expect(sent.flatMap(({ submits }) => submits)).toEqual(Array.from({ length: 500 }, (_, n) => String(n)));
  expect(Math.max(...sent.map(({ submits }) => submits.length))).toBe(32);
  expect(sent.length).toBeLessThan(20);
});

test.each([
  [2, 1],
  [4, 2],
  [10, 4],
])('[GW-102] while %i people write, one tick of %i will do', (people, ofEvery) => {
  const { clock, sent, say } = world();
  const crowd = Array.from({ length: people }, newPeer);
  for (let round = 0; round < 200 / people; round++) {
    for (const peer of crowd) {
      clock.advance(10);
      say(peer, String(round));
    }
  }
  clock.advance(1_000);
  expect(sent.flatMap(({ submits }) => submits)).toHaveLength(200);
  const times = sent.slice(8).map(({ atMs }) => atMs);
  expect(times.length).toBeGreaterThan(5);
  expect(times.slice(1).map((atMs, i) => atMs - (times[i] ?? 0))).toEqual(times.slice(1).map(() => ofEvery * TICK_MS));
});

/** What leaves of a map of its own. */
function leaving(isSoon: boolean, characters = 0): MapBatch<string> {
  return { map: newMap(), submits: [], characters, isSoon, took: () => undefined };
}

test('[GW-433] maps go in one call, so many and so much of them; one that was answered late goes alone', () => {
  const soon = Array.from({ length: 5 }, () => leaving(true));
  const late = [leaving(false), leaving(false)];
  const [a, b, c, d, e] = soon;
  const [x, y] = late;
  expect(callsOf([], 4)).toEqual([]);
  expect(callsOf([...late, ...soon], 4)).toEqual([[a, b, c, d], [e], [x], [y]]);
  const large = Array.from({ length: 3 }, () => leaving(true, 3 * 1024 * 1024));
  const huge = leaving(true, 20 * 1024 * 1024);
  expect(callsOf([...large, huge, ...soon], 128).map((call) => call.length)).toEqual([2, 1, 1, 5]);
});

test('[GW-433] a map goes with others when it was answered soon the last time', () => {
  const clock = new VirtualClock();
  const left: MapBatch<string>[] = [];
  const schedule = new BatchSchedule<string>(clock, (all) => left.push(...all));
  const queue = new BatchQueue<string>({ clock, schedule, map: newMap() });
  const submit = { base: { lineage: 'lineage00001', seq: 0 }, formerly: null, mayEdit: true, changes: [], answer: '' };
  const isSoonAfter = (ms: number): boolean | undefined => {
    left.at(-1)?.took(ms);
    queue.add(submit);
    return left.at(-1)?.isSoon;
  };
  queue.add(submit);
  expect(left.map(({ isSoon }) => isSoon)).toEqual([false]);
  expect([5, 30, 31, 10_000, 5].map(isSoonAfter)).toEqual([true, true, false, false, true]);
});

test('[GW-433] what leaves says how much it is', () => {
  const clock = new VirtualClock();
  const left: MapBatch<string>[] = [];
  const schedule = new BatchSchedule<string>(clock, (all) => left.push(...all));
  const queue = new BatchQueue<string>({ clock, schedule, map: newMap() });
  const submit = { base: { lineage: 'lineage00001', seq: 0 }, formerly: null, mayEdit: true, changes: [], answer: '' };
  for (const length of [20, 1_000, 2_000]) {
    queue.take(newPeer(), '{"kind":"submit",'.padEnd(length), () => queue.add(submit));
  }
  clock.advance(200);
  expect(left.map(({ submits, characters }) => [submits.length, characters])).toEqual([
    [1, 0],
    [2, 3_000],
  ]);
});
