import { type ClientId, err, ok } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import type { ItemId, Op } from '@bough/map';
import { beforeEach, expect, test } from 'vitest';
import type { MapRole } from '@bough/contracts';
import { PROTOCOL_LIMITS, PROTOCOL_VERSION } from '../wire/protocol.ts';
import { Room } from './room.ts';
import type { DocumentPort, RoomSession } from './room-types.ts';
import { ModelDocstore } from '../testing/model-docstore.ts';
import { aChange, anAdd, CLIENT, ITEM, MAP, OTHER, PERSON } from '../testing/samples.ts';
import { TestSocket } from '../testing/test-socket.ts';
import { Trace } from '../testing/trace.ts';

const TOO_MUCH = PROTOCOL_LIMITS.closedBytes + 1;
const SLOW = PROTOCOL_LIMITS.presenceDroppedBytes + 1;

let clock: VirtualClock;
let model: ModelDocstore;
let appended: (readonly number[])[];
let reads: number;
let isDown: boolean;
let isFull: boolean;
let room: Room;

beforeEach(() => {
  clock = new VirtualClock();
  model = new ModelDocstore(new Trace(clock));
  [appended, reads, isDown, isFull] = [[], 0, false, false];
  const later = (run: () => void): void => void clock.after(1, run);
  const documents: DocumentPort = {
    append: (_writer, base, changes, answer) => {
      if (isDown || isFull) return later(() => answer(err({ kind: isFull ? 'full' : 'unavailable', detail: '' })));
      appended.push(changes.map(({ counter }) => counter));
      later(() => {
        model.append(base.seq, changes, (value) => answer(ok(value)));
        model.startCommit();
        model.finishCommit();
      });
    },
    read: (from, to, answer) => {
      reads++;
      later(() => answer(ok(model.read(from, to))));
    },
    state: (writer, answer) => later(() => answer(ok(model.state(writer)))),
  };
  const around = { clock, random: seededRandom(1), documents, publish: () => undefined, onRenewed: () => undefined };
  room = new Room(around, { map: MAP });
});

function join(client: ClientId, role: MapRole = 'edit', since = 0) {
  const socket = new TestSocket();
  const { lineage } = model;
  const hello = { kind: 'hello', version: PROTOCOL_VERSION, map: MAP, client, person: PERSON, ticket: 't' } as const;
  const session = room.join(
    socket,
    { ...hello, since, lineage },
    { person: PERSON, formerly: null, name: 'Ada', hue: 1, role },
  );
  clock.advance(200);
  return { socket, session };
}

let counter: number;
beforeEach(() => {
  counter = 0;
});

/** A submit of so many changes, small ones or ones of a hundred and sixty thousand letters; answers its first counter. */
function submit(session: RoomSession, count = 1, isLarge = false): number {
  // Counters of before were other clients', or were not taken: nothing comes under them.
  const empty = counter === 0 ? [] : [{ counter, ops: [] }];
  const changes = Array.from({ length: count }, () => {
    counter++;
    const id = `item${String(counter).padStart(8, '0')}` as ItemId;
    const insert = 'x'.repeat(80_000);
    const write: Op = { kind: 'splice', id, field: 'note', at: 0, remove: 0, insert };
    return { counter, ops: [anAdd(id), ...(isLarge ? [write, { ...write, field: 'text' } as Op] : [])] };
  });
  room.received(session, JSON.stringify({ kind: 'submit', base: model.log.length, changes: [...empty, ...changes] }));
  return counter - count + 1;
}

test('[SYNC-83] a socket for which too much waits is closed at whatever would be sent to it', () => {
  const kinds: Readonly<Record<string, (session: RoomSession) => void>> = {
    pong: (session) => room.received(session, JSON.stringify({ kind: 'ping', nonce: 1 })),
    role: () => room.setRole(PERSON, 'comment'),
    refused: (session) => {
      room.setRole(PERSON, 'edit');
      const change = { counter: 1, ops: [{ kind: 'remove', id: 'item99999999' }] };
      room.received(session, JSON.stringify({ kind: 'submit', base: 0, changes: [change] }));
    },
    full: (session) => {
      isFull = true;
      submit(session);
    },
    changes: (session) => void submit(session),
  };
  for (const [kind, cause] of Object.entries(kinds)) {
    isFull = false;
    const { socket, session } = join(kind.padStart(12, 'c') as ClientId);
    clock.advance(200);
    socket.held = TOO_MUCH;
    const before = socket.texts.length;
    cause(session);
    clock.advance(300);
    expect([kind, socket.closed]).toEqual([kind, { code: 1013, reason: 'too-slow' }]);
    // Nothing but the goodbye.
    expect([kind, socket.texts.length - before]).toEqual([kind, 1]);
  }
});

test('[SYNC-83] pages wait until there is room, one question at a time, and the last one counts', () => {
  for (let n = 1; n <= 1_500; n++) {
    const op: Op = n === 1 ? anAdd(ITEM) : { kind: 'set', id: ITEM, fields: { text: `${n}` } };
    model.append(n - 1, [aChange(n, [op], CLIENT)], () => undefined);
    model.startCommit();
    model.finishCommit();
  }
  const { socket, session } = join(OTHER);
  socket.held = SLOW;
  for (let from = 1; from <= 200; from++) room.received(session, JSON.stringify({ kind: 'fill', from }));
  clock.advance(1_000);
  expect([socket.seqs(), reads]).toEqual([[], 0]);
  socket.held = 0;
  clock.advance(1_000);
  expect([socket.seqs()[0], reads]).toEqual([200, 1]);
  for (let n = 0; n < 100; n++) room.received(session, JSON.stringify({ kind: 'fill', from: 300 + n }));
  clock.advance(1_000);
  expect([socket.seqs().at(-1), reads]).toEqual([898, 3]);
});

test('[SYNC-84] of submits that wait, what there is no room for is not taken, and the first goes through', () => {
  const { socket, session } = join(OTHER);
  isDown = true;
  const first = submit(session, 5, true);
  clock.advance(10);
  for (let n = 0; n < 2; n++) submit(session, 5, true);
  const small = submit(session);
  clock.advance(5_000);
  isDown = false;
  clock.advance(5_000);
  expect(appended.map((counters) => counters.at(-1))).toEqual([first + 4, small]);
  expect(socket.closed).toBeNull();
});

test('[SYNC-96] what comes at once stands in its order: of words each is later than the one before, also in the next batch', () => {
  const { session } = join(CLIENT);
  const said = (nth: number) => {
    const id = `message${String(nth).padStart(5, '0')}`;
    return { counter: nth, ops: [{ kind: 'message', id, text: 'So' }] };
  };
  const send = (...changes: readonly unknown[]): void => {
    room.received(session, JSON.stringify({ kind: 'submit', base: model.log.length, changes }));
    clock.advance(2);
  };
  const first = clock.now();
  send(said(1), said(2), said(3), said(4), said(5), said(6));
  send(said(7), { counter: 8, ops: [anAdd(ITEM)] }, said(9));
  clock.advance(100);
  const words = model.log.filter(({ ops }) => ops.some(({ kind }) => kind === 'message')).map(({ at }) => at - first);
  expect(words).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect((model.log.find((change) => change.counter === 8)?.at ?? first) - first).toBeLessThan(6);
});
