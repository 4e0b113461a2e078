import { type ClientId, makeIds, parseClientId, parsePersonId, type PersonId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { AppendQueue, type Submit } from './append-queue.ts';

const ids = makeIds(new VirtualClock(), seededRandom(1));
const author = newAuthor();

function newAuthor(): PersonId {
  const id = parsePersonId(ids.long());
  if (id === null) throw new Error('long ids name people');
  return id;
}

function newClient(): ClientId {
  const id = parseClientId(ids.short());
  if (id === null) throw new Error('short ids name clients');
  return id;
}

function world() {
  const clock = new VirtualClock();
  const sent: { readonly atMs: number; readonly submits: readonly string[] }[] = [];
  const startMs = clock.monotonic();
  const queue = new AppendQueue<string>({
    clock,
    send: (submits: readonly Submit<string>[]) => {
      sent.push({ atMs: clock.monotonic() - startMs, submits: submits.map(({ answer }) => answer) });
    },
  });
  const say = (client: ClientId, what: string): void => {
    queue.add({ base: 0, changes: [{ client, counter: 1, author, at: 0, ops: [] }], answer: what });
  };
  return { clock, sent, say };
}

test('[GW-102] who writes alone is sent on at once, however often', () => {
  const { sent, say } = world();
  const anna = newClient();
  for (const what of ['a', 'b', 'c']) say(anna, what);
  expect(sent.map(({ submits }) => submits)).toEqual([['a'], ['b'], ['c']]);
});

test('[GW-102] what several write within a moment goes in one call, in order, and no later than that', () => {
  const { clock, sent, say } = world();
  const [anna, ben] = [newClient(), newClient()];
  say(anna, 'a1');
  clock.advance(10);
  say(ben, 'b1');
  say(anna, 'a2');
  expect(sent).toHaveLength(1);
  clock.advance(40);
  expect(sent[1]).toEqual({ atMs: 50, submits: ['b1', 'a2'] });
  clock.advance(60);
  say(ben, 'b2');
  expect(sent).toHaveLength(2);
  clock.advance(40);
  expect(sent[2]).toEqual({ atMs: 150, submits: ['b2'] });
  say(ben, 'b3');
  expect(sent[3]).toEqual({ atMs: 150, submits: ['b3'] });
  clock.advance(50);
  say(anna, 'a3');
  expect(sent[4]).toEqual({ atMs: 200, submits: ['a3'] });
  clock.advance(1_000);
  expect(sent).toHaveLength(5);
});

test('[GW-102] a call takes so many submits and no more', () => {
  const { clock, sent, say } = world();
  for (let n = 0; n < 100; n++) say(newClient(), String(n));
  clock.advance(1_000);
  expect(sent.flatMap(({ submits }) => submits)).toEqual(Array.from({ length: 100 }, (_, n) => String(n)));
  expect(Math.max(...sent.map(({ submits }) => submits.length))).toBe(32);
});
