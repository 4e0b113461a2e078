import { type ClientId, lineageIn, ok, type PersonId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import type { Op, ThreadId, CommentId } from '@bough/map';
import { beforeEach, expect, test } from 'vitest';
import type { MapRole } from '@bough/contracts';
import { PROTOCOL_VERSION } from '../wire/protocol.ts';
import { viewOfRole } from '../wire/roles.ts';
import { Room } from './room.ts';
import type { RoomSession } from './room-types.ts';
import { ModelDocstore } from '../testing/model-docstore.ts';
import { anAdd, CLIENT, ITEM, MAP, OTHER, PERSON } from '../testing/samples.ts';
import { TestSocket } from '../testing/test-socket.ts';
import { Trace } from '../testing/trace.ts';

const STRANGER = 'AYvP5WgAdwmHBwcHBwcHBw' as PersonId;
const COMMENT: Op = {
  kind: 'comment',
  thread: 'thread000001' as ThreadId,
  item: ITEM,
  id: 'comment00001' as CommentId,
  text: 'between us',
};

let clock: VirtualClock;
let model: ModelDocstore;
let seen: Map<PersonId, number>;
let room: Room;

beforeEach(() => {
  clock = new VirtualClock();
  model = new ModelDocstore(new Trace(clock));
  seen = new Map();
  const later = (run: () => void): void => void clock.after(1, run);
  const documents = {
    append: (_writer, base, changes, answer) =>
      later(() => {
        model.append(base.seq, changes, (value) => answer(ok(value)));
        model.startCommit();
        model.finishCommit();
      }),
    read: (from, to, answer) => later(() => answer(ok(model.read(from, to)))),
    state: (whose, answer) => later(() => answer(ok(model.state(whose)))),
  } satisfies ConstructorParameters<typeof Room>[0]['documents'];
  const past = {
    firstSeen: (person: PersonId, { seq }: { readonly seq: number }): number => {
      if (!seen.has(person)) seen.set(person, seq);
      return seen.get(person) ?? seq;
    },
  };
  const around = { clock, random: seededRandom(1), documents, publish: () => undefined, onRenewed: () => undefined };
  room = new Room({ ...around, past }, { map: MAP });
});

interface Coming {
  readonly role: MapRole;
  readonly since?: number;
  readonly client?: ClientId;
  readonly mayReadPast?: boolean;
}

/** Somebody comes, with so much of the order as it is shown to that role. */
function come({ role, since = 0, client = OTHER, mayReadPast = false }: Coming) {
  const socket = new TestSocket();
  const lineage = lineageIn(viewOfRole(role), model.lineage);
  const hello = {
    kind: 'hello',
    version: PROTOCOL_VERSION,
    map: MAP,
    client,
    person: null,
    ticket: 't',
    since,
    lineage,
  } as const;
  const person = client === CLIENT ? PERSON : STRANGER;
  const who = { person, formerly: null, name: 'Ada', hue: 1, role, mayReadPast };
  const session = room.join(socket, hello, who);
  clock.advance(200);
  return { socket, session };
}

let counter = 0;
function write(session: RoomSession, ops: readonly Op[]): void {
  const changes = [{ counter: ++counter, ops }];
  room.received(session, JSON.stringify({ kind: 'submit', base: model.log.length, changes }));
  clock.advance(100);
}

/** An editor, who has made three changes before anybody else came. */
function writer(): RoomSession {
  counter = 0;
  const { session } = come({ role: 'edit', client: CLIENT });
  write(session, [anAdd(ITEM)]);
  write(session, [{ kind: 'splice', id: ITEM, field: 'text', at: 0, remove: 0, insert: 'gone' }]);
  write(session, [{ kind: 'splice', id: ITEM, field: 'text', at: 0, remove: 4, insert: '' }]);
  return session;
}

test('[SYNC-80] whoever comes to look is told nothing from before, whatever they say they have and ask for', () => {
  writer();
  const lineage = lineageIn('plain', model.lineage);
  for (const role of ['view', 'comment'] as const) {
    const fresh = come({ role });
    expect([fresh.socket.seqs(), fresh.socket.closed]).toEqual([[], null]);
    room.received(fresh.session, JSON.stringify({ kind: 'fill', from: 1 }));
    expect(fresh.socket.frames('bye')).toMatchObject([{ reason: 'refetch' }]);
    const claiming = come({ role, since: 2 });
    expect(claiming.socket.frames('bye')).toMatchObject([{ reason: 'refetch' }]);
    expect([...fresh.socket.seqs(), ...claiming.socket.seqs()]).toEqual([]);
  }
  expect(lineage).not.toBe(model.lineage);
  expect(lineageIn('plain', lineage, true)).toBe(model.lineage);
  const { socket } = come({ role: 'view', since: 3 });
  expect(socket.frames('welcome')).toMatchObject([{ lineages: [{ id: lineage, from: 0 }] }]);
});

test('[SYNC-80] whoever was here comes back from there, and whoever may read the past reads it in every role', () => {
  const session = writer();
  const first = come({ role: 'view', since: 3 });
  room.left(first.session);
  write(session, [{ kind: 'set', id: ITEM, fields: { text: 'meanwhile' } }]);
  expect(come({ role: 'view', since: 3 }).socket.seqs()).toEqual([4]);
  expect(come({ role: 'view', since: 1, mayReadPast: true }).socket.seqs()).toEqual([2, 3, 4]);
});

test('[SYNC-81] whoever may only look is told changes without what is about comments', () => {
  const session = writer();
  const [looking, talking] = [
    come({ role: 'view', since: 3 }),
    come({ role: 'comment', client: 'talker000001' as ClientId }),
  ];
  write(session, [COMMENT]);
  write(session, [{ kind: 'set', id: ITEM, fields: { text: 'for all' } }]);
  expect([looking.socket.seqs(), talking.socket.seqs()]).toEqual([
    [4, 5],
    [4, 5],
  ]);
  expect(looking.socket.texts.join('')).not.toContain('between us');
  expect(looking.socket.texts.join('')).toContain('for all');
  expect(talking.socket.texts.join('')).toContain('between us');
  // What is caught up with is told in the same way.
  room.left(looking.session);
  const back = come({ role: 'view', since: 3 });
  expect([back.socket.seqs(), back.socket.texts.join('').includes('between us')]).toEqual([[4, 5], false]);
});

test('[SYNC-82] more to see ends the socket, less goes on with less', () => {
  const session = writer();
  const looking = come({ role: 'view', since: 3 });
  room.setRole(STRANGER, 'comment');
  expect(looking.socket.frames('bye')).toMatchObject([{ reason: 'restart' }]);
  const editing = come({ role: 'edit', since: 3 });
  room.setRole(STRANGER, 'view');
  expect([editing.socket.frames('role'), editing.socket.closed]).toEqual([[{ kind: 'role', role: 'view' }], null]);
  write(session, [COMMENT]);
  expect(editing.socket.seqs()).toEqual([4]);
  expect(editing.socket.texts.join('')).not.toContain('between us');
  room.received(editing.session, JSON.stringify({ kind: 'fill', from: 1 }));
  expect(editing.socket.frames('bye')).toMatchObject([{ reason: 'refetch' }]);
});

test('[SYNC-91] whoever may not read the past any more is told none of it on the socket that they have', () => {
  writer();
  for (const before of ['view', 'edit'] as const) {
    const { socket, session } = come({ role: before, since: 3, mayReadPast: true });
    room.setRole(STRANGER, 'view', false);
    room.received(session, JSON.stringify({ kind: 'fill', from: 1 }));
    clock.advance(500);
    expect([before, socket.seqs(), socket.frames('bye')]).toMatchObject([before, [], [{ reason: 'refetch' }]]);
  }
  // Whoever may still read it, though they may not edit any more, reads on.
  const { socket, session } = come({ role: 'edit', since: 3 });
  room.setRole(STRANGER, 'view', true);
  room.received(session, JSON.stringify({ kind: 'fill', from: 1 }));
  clock.advance(500);
  expect([socket.seqs(), socket.closed]).toEqual([[1, 2, 3], null]);
});

test('[SYNC-91] a socket that is being given the past is given no more of it', () => {
  writer();
  const { socket, session } = come({ role: 'edit', since: 3 });
  // It reads slowly, so that what it has asked for waits.
  socket.held = 2 * 1024 * 1024;
  room.received(session, JSON.stringify({ kind: 'fill', from: 1 }));
  room.setRole(STRANGER, 'view', false);
  socket.held = 0;
  clock.advance(500);
  expect([socket.seqs(), socket.frames('bye')]).toMatchObject([[], [{ reason: 'refetch' }]]);
});
