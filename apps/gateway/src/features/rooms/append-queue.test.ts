import { makeIds, parsePersonId, type PeerId, type PersonId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { beatWorld, newClient, newPeer } from '../../testing/beat-world.ts';
import { AppendQueue, type Submit } from './append-queue.ts';
import { BEAT_MS } from './beat.ts';
import { Inbox } from './inbox.ts';

const ids = makeIds(new VirtualClock(), seededRandom(1));
const author = newAuthor();

function newAuthor(): PersonId {
  const id = parsePersonId(ids.long());
  if (id === null) throw new Error('long ids name people');
  return id;
}

function world() {
  const { clock, beat, sinceMs } = beatWorld();
  const sent: { readonly atMs: number; readonly submits: readonly string[] }[] = [];
  const newQueue = () =>
    new AppendQueue<string>({
      beat,
      send: (submits: readonly Submit<string>[]) => {
        sent.push({ atMs: sinceMs(), submits: submits.map(({ answer }) => answer) });
      },
    });
  const maps = [newQueue(), newQueue()].map((queue) => ({ queue, inbox: new Inbox({ clock, beat }) }));
  const say = (peer: PeerId, what: string, map: 0 | 1 = 0): void => {
    const changes = [{ client: newClient(), counter: 1, author, at: 0, ops: [] }];
    const base = { lineage: 'lineage00001', seq: 0 };
    const read = (): void => maps[map]?.queue.add({ base, formerly: null, mayEdit: true, changes, answer: what });
    maps[map]?.inbox.take(peer, '{"kind":"submit","base":0}', read);
  };
  return { clock, sent, say };
}

test('[GW-102] who writes alone is sent on at once, however often', () => {
  const { sent, say } = world();
  const anna = newPeer();
  for (const what of ['a', 'b', 'c']) say(anna, what);
  expect(sent.map(({ submits }) => submits)).toEqual([['a'], ['b'], ['c']]);
});

test('[GW-102] what several write until the next beat goes in one call, in order, at one moment for all maps', () => {
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
])('[GW-102] while %i people write, one beat of %i will do', (people, ofEvery) => {
  const { clock, sent, say } = world();
  const crowd = Array.from({ length: people }, newPeer);
  for (let round = 0; round < 200 / people; round++) {
    for (const client of crowd) {
      clock.advance(10);
      say(client, String(round));
    }
  }
  clock.advance(1_000);
  expect(sent.flatMap(({ submits }) => submits)).toHaveLength(200);
  const times = sent.slice(8).map(({ atMs }) => atMs);
  expect(times.length).toBeGreaterThan(5);
  expect(times.slice(1).map((atMs, i) => atMs - (times[i] ?? 0))).toEqual(times.slice(1).map(() => ofEvery * BEAT_MS));
});
