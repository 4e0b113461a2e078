import { type ClientId, err, ok, type PersonId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import type { Change, ItemId, NumberedChange, Op } from '@bough/map';
import { beforeEach, expect, test } from 'vitest';
import type { MapRole } from '@bough/contracts';
import { NOBODY_HERE } from '../client/client-types.ts';
import { PROTOCOL_LIMITS, PROTOCOL_VERSION } from '../wire/protocol.ts';
import { Room } from './room.ts';
import type { DocumentPort, RoomMessage, RoomSession } from './room-types.ts';
import { ModelDocstore } from '../testing/model-docstore.ts';
import { aChange, anAdd, CLIENT, CLIENT_FRAMES, ITEM, MAP, OTHER, OTHER_PEER, PERSON } from '../testing/samples.ts';
import { TestSocket as Socket } from '../testing/test-socket.ts';
import { Trace } from '../testing/trace.ts';

const STRANGER = 'AYvP5WgAdwmHBwcHBwcHBw' as PersonId;

let clock: VirtualClock;
let model: ModelDocstore;
let appended: Change[][];
let published: RoomMessage[];
let isDown: boolean;
let isFull: boolean;
let reads: number;
let room: Room;

beforeEach(() => {
  clock = new VirtualClock();
  model = new ModelDocstore(new Trace(clock));
  [appended, published, isDown, isFull, reads] = [[], [], false, false, 0];
  const answered = (run: (done: (value: unknown) => void) => void, answer: unknown): void => {
    const give = answer as (result: unknown) => void;
    clock.after(1, () => (isDown ? give(err({ kind: 'unavailable', detail: '' })) : run((value) => give(ok(value)))));
  };
  const documents: DocumentPort = {
    append: (_writer, base, changes, answer) => {
      appended.push([...changes]);
      if (isFull) return void clock.after(1, () => answer(err({ kind: 'full', detail: '' })));
      answered((done) => {
        model.append(base.seq, changes, done);
        model.startCommit();
        model.finishCommit();
      }, answer);
    },
    read: (from, to, answer) => {
      reads++;
      answered((done) => done(model.read(from, to)), answer);
    },
    state: (writer, answer) => answered((done) => done(model.state(writer)), answer),
  };
  const publish = (message: RoomMessage): void => void published.push(message);
  room = new Room({ clock, random: seededRandom(1), documents, publish, onRenewed: () => undefined }, { map: MAP });
});

function join(
  client: ClientId,
  role: MapRole = 'edit',
  person = PERSON,
  since = 0,
): { socket: Socket; session: RoomSession } {
  const socket = new Socket();
  const hello = {
    kind: 'hello',
    version: PROTOCOL_VERSION,
    map: MAP,
    client,
    person,
    ticket: 't',
    since,
    lineage: model.lineage,
  } as const;
  const session = room.join(socket, hello, { person, formerly: null, name: 'Ada', hue: 1, role });
  clock.advance(200);
  return { socket, session };
}

function submit(
  session: RoomSession,
  counter: number,
  ops = [anAdd(`item${String(counter).padStart(8, '0')}` as ItemId)],
): void {
  room.received(session, JSON.stringify({ kind: 'submit', base: model.log.length, changes: [{ counter, ops }] }));
}

/** Changes that another gateway has had kept. */
function elsewhere(count: number): readonly NumberedChange[] {
  const from = model.log.length;
  for (let at = 1; at <= count; at++) {
    const type: Op = { kind: 'splice', id: ITEM, field: 'text', at: 0, remove: at % 2, insert: 'x' };
    const ops = from + at === 1 ? [anAdd()] : [type];
    model.append(from + at - 1, [aChange(from + at, ops, 'elsewhere001' as ClientId)], () => {});
  }
  model.startCommit();
  model.finishCommit();
  return model.log.slice(from);
}

test('[SYNC-17] news is one string for all sockets, the author included', () => {
  const one = join(CLIENT);
  const two = join(OTHER, 'view', STRANGER);
  submit(one.session, 1);
  clock.advance(100);
  const news = one.socket.texts.filter((text) => text.startsWith('{"kind":"changes"'));
  expect(news).toHaveLength(1);
  expect(two.socket.texts).toContain(news[0]);
  expect(one.socket.seqs()).toEqual([1]);
  expect(published).toContainEqual({ kind: 'changes', lineage: model.lineage, changes: model.log });
});

test('[SYNC-15] each role may do what it may do, change by change', () => {
  const comment = { kind: 'comment', thread: 'thread000001', item: ITEM, id: 'comment00001', text: 'hm' };
  const { session } = join(OTHER, 'own', STRANGER);
  submit(session, 1, [anAdd(ITEM)]);
  clock.advance(50);
  const viewer = join('viewer000001' as ClientId, 'view');
  submit(viewer.session, 1);
  const commenter = join('talker000001' as ClientId, 'comment');
  const changes = [
    { counter: 1, ops: [anAdd('item00000009' as ItemId)] },
    { counter: 2, ops: [comment] },
  ];
  room.received(commenter.session, JSON.stringify({ kind: 'submit', base: 1, changes }));
  clock.advance(200);
  expect(viewer.socket.frames('refused')).toMatchObject([{ counter: 1, reason: 'denied' }]);
  expect(commenter.socket.frames('refused')).toMatchObject([{ counter: 1, reason: 'denied' }]);
  expect(model.log.map((change) => [change.client, change.counter])).toEqual([
    [OTHER, 1],
    ['talker000001', 2],
  ]);
});

test('[SYNC-15] a denial follows what was kept before it', () => {
  const { socket, session } = join(CLIENT);
  submit(session, 1);
  clock.advance(50);
  room.setRole(PERSON, 'view');
  submit(session, 1);
  clock.advance(200);
  const kinds = socket.texts.map((text) => text.slice(9, 16));
  expect(kinds.indexOf('changes')).toBeLessThan(kinds.indexOf('refused'));
});

test('[SYNC-16] whose access is withdrawn gets a goodbye, and nothing after it; nothing of theirs is relayed', () => {
  const gone = join(CLIENT, 'edit', STRANGER);
  const stays = join(OTHER);
  submit(stays.session, 1);
  room.setRole(STRANGER, null);
  submit(gone.session, 1);
  clock.advance(500);
  expect(gone.socket.closed).toEqual({ code: 1008, reason: 'denied' });
  expect(gone.socket.frames('changes')).toEqual([]);
  expect(gone.socket.texts.at(-1)).toContain('"bye"');
  expect(appended.flat().map((change) => change.author)).toEqual([PERSON]);
  room.expel(stays.session);
  expect(stays.socket.closed?.reason).toBe('denied');
  expect(room.isEmpty).toBe(true);
});

test('[SYNC-16] a lower role holds for a submit that is handed over again', () => {
  const { socket, session } = join(CLIENT);
  isDown = true;
  submit(session, 1);
  clock.advance(50);
  room.setRole(PERSON, 'view');
  isDown = false;
  clock.advance(5000);
  expect(model.log).toEqual([]);
  expect(socket.frames('refused')).toMatchObject([{ counter: 1, reason: 'denied' }]);
  expect(socket.frames('role')).toEqual([{ kind: 'role', role: 'view' }]);
});

test('[SYNC-18] who holds up 1 MiB gets no presence, who holds up 4 MiB is closed', () => {
  const slow = join(CLIENT);
  const fast = join(OTHER, 'edit', STRANGER);
  slow.socket.held = PROTOCOL_LIMITS.presenceDroppedBytes + 1;
  const before = slow.socket.texts.length;
  room.received(fast.session, JSON.stringify(CLIENT_FRAMES[2]));
  clock.advance(100);
  expect(slow.socket.texts.length).toBe(before);
  submit(fast.session, 1);
  clock.advance(100);
  expect(slow.socket.seqs()).toEqual([1]);
  slow.socket.held = PROTOCOL_LIMITS.closedBytes + 1;
  submit(fast.session, 2);
  clock.advance(100);
  expect(slow.socket.closed).toEqual({ code: 1013, reason: 'too-slow' });
  expect(fast.socket.closed).toBeNull();
});

test('[SYNC-19] changes leave dense and in order, however they come; what never comes is read', () => {
  const { socket } = join(CLIENT);
  const [a, b, c, d] = elsewhere(4);
  if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('there are four');
  room.heard({ kind: 'changes', lineage: model.lineage, changes: [b] });
  room.heard({ kind: 'changes', lineage: model.lineage, changes: [a] });
  room.heard({ kind: 'changes', lineage: model.lineage, changes: [a, b] });
  clock.advance(10);
  expect(socket.seqs()).toEqual([1, 2]);
  expect(reads).toBe(0);
  room.heard({ kind: 'changes', lineage: model.lineage, changes: [d] });
  clock.advance(100);
  expect(socket.seqs()).toEqual([1, 2, 3, 4]);
  expect(reads).toBe(1);
});

test('[SYNC-12] a near gap is pushed, a far one goes page by page as it is asked for', () => {
  elsewhere(PROTOCOL_LIMITS.gapPushed + 300);
  const near = join(CLIENT, 'edit', PERSON, 400);
  clock.advance(500);
  expect(near.socket.seqs().length).toBe(PROTOCOL_LIMITS.gapPushed - 100);
  const far = join(OTHER, 'edit', STRANGER);
  expect(far.socket.seqs()).toEqual([]);
  room.received(far.session, JSON.stringify({ kind: 'fill', from: 1 }));
  clock.advance(50);
  expect(far.socket.seqs().length).toBe(PROTOCOL_LIMITS.pageChanges);
  expect(far.socket.frames('changes').at(-1)?.more).toBe(true);
  room.received(far.session, JSON.stringify({ kind: 'fill', from: 501 }));
  clock.advance(50);
  expect(far.socket.seqs()).toEqual(model.log.map((change) => change.seq));
  expect(far.socket.frames('changes').at(-1)?.more).toBe(false);
});

test('[SYNC-20] presence reaches the others in ticks, and disappears when it is not repeated', () => {
  const one = join(CLIENT);
  const two = join(OTHER, 'edit', STRANGER);
  clock.advance(60);
  const before = two.socket.frames('peers').length;
  for (let x = 0; x < 30; x++) {
    const state = { ...NOBODY_HERE, cursor: { item: null, x, y: 0 } };
    room.received(one.session, JSON.stringify({ kind: 'presence', state }));
  }
  clock.advance(60);
  const shown = two.socket.frames('peers').slice(before);
  expect(shown.map(({ peers }) => peers.map((peer) => peer.state.cursor))).toEqual([[{ item: null, x: 29, y: 0 }]]);
  for (let s = 0; s < 36; s++) {
    clock.advance(1000);
    for (const { session } of [one, two]) room.received(session, '{"kind":"ping","nonce":1}');
  }
  const last = two.socket.frames('peers').at(-1);
  expect(last?.peers.map(({ peer, state }) => [peer, state.cursor])).toEqual([[one.session.peer, null]]);
  room.left(one.session);
  expect(two.socket.frames('peer-gone')).toEqual([{ kind: 'peer-gone', peer: one.session.peer }]);
  expect(model.log).toEqual([]);
});

test('[SYNC-20] people of other gateways are shown, and forgotten when nobody names them again', () => {
  const { socket, session } = join(CLIENT);
  expect(published).toContainEqual({ kind: 'who' });
  const peer = {
    peer: OTHER_PEER,
    person: STRANGER,
    name: 'Bo',
    hue: 2,
    state: NOBODY_HERE,
  };
  room.heard({ kind: 'peers', peers: [{ ...peer, client: OTHER }], moved: [] });
  room.heard({ kind: 'who' });
  clock.advance(60);
  expect(socket.frames('peers').flatMap(({ peers }) => peers)).toContainEqual(peer);
  for (let s = 0; s < 40; s++) {
    clock.advance(1000);
    room.received(session, '{"kind":"ping","nonce":1}');
  }
  expect(socket.frames('peer-gone')).toEqual([{ kind: 'peer-gone', peer: OTHER_PEER }]);
  expect(published.filter((message) => message.kind === 'peers').length).toBeGreaterThan(2);
});

test('[SYNC-30] a pointer that moves costs each socket a few bytes a tick, however many move, and now and then all is said', () => {
  const names = ['AAAAAAAAAAA1', 'AAAAAAAAAAA2', 'AAAAAAAAAAA3'];
  const people = names.map((name) => join(name as ClientId));
  const show = (x: number): void => {
    for (const { session } of people) {
      const state = { ...NOBODY_HERE, cursor: { item: null, x: x + 0.123456, y: 0 } };
      room.received(session, JSON.stringify({ kind: 'presence', state }));
    }
  };
  show(0);
  clock.advance(60);
  const [watching] = people;
  const before = watching?.socket.frames('peers').length ?? 0;
  for (let x = 1; x <= 10; x++) {
    show(x);
    show(x + 0.5);
    clock.advance(40);
  }
  const moves = watching?.socket.frames('peers').slice(before) ?? [];
  expect(moves).toHaveLength(10);
  expect(moves.every(({ peers }) => peers.length === 0)).toBe(true);
  expect(moves.at(-1)?.moved).toEqual(people.map(({ session }) => [session.peer, 10.6, 0]));
  room.heard({ kind: 'peers', peers: [], moved: [[OTHER_PEER, 1, 1]] });
  clock.advance(6_000);
  show(20);
  clock.advance(40);
  expect(watching?.socket.frames('peers').at(-1)?.peers).toHaveLength(3);
  for (const { socket } of people.slice(1))
    expect(socket.frames('peers').at(-1)).toEqual(watching?.socket.frames('peers').at(-1));
});

test('[SYNC-31] told how far the map is, a room shows what came with it, reads what it lacks, and publishes nothing', () => {
  const { socket } = join(CLIENT);
  clock.advance(10);
  const told = (seq: number, changes: readonly NumberedChange[]): void =>
    room.reached({ lineage: model.lineage, seq, mirrored: null, changes });
  const [first, second] = elsewhere(2);
  if (first === undefined || second === undefined) throw new Error('two were kept');
  const before = published.length;
  isDown = true;
  told(2, [first]);
  clock.advance(500);
  expect(socket.seqs()).toEqual([1]);
  isDown = false;
  clock.advance(3_000);
  expect(socket.seqs()).toEqual([1, 2]);
  const read = reads;
  const later = elsewhere(1);
  told(3, later);
  told(3, later);
  told(2, []);
  clock.advance(1_000);
  expect(socket.seqs()).toEqual([1, 2, 3]);
  expect(room.standing).toEqual({ lineage: model.lineage, seq: 3, mirrored: null });
  expect(reads).toBe(read);
  expect(published.slice(before)).toEqual([]);
});

test('[SYNC-31] told of another order, a room believes what docstore answers when it asks', () => {
  const { socket } = join(CLIENT);
  const [first] = elsewhere(1);
  room.reached({ lineage: 'AnotherOrder', seq: 1, mirrored: null, changes: first === undefined ? [] : [first] });
  clock.advance(3_000);
  expect([socket.closed, room.standing?.lineage]).toEqual([null, model.lineage]);
});

test('[SYNC-38] somebody whose role nobody can tell is sent away to come back, and nobody else', () => {
  const [one, other] = [join(CLIENT), join(OTHER, 'edit', STRANGER)];
  room.sendAway(PERSON, 'try again');
  expect([one.socket.closed, other.socket.closed]).toEqual([{ code: 1012, reason: 'restart' }, null]);
  expect(one.socket.frames('bye')).toEqual([{ kind: 'bye', reason: 'restart', detail: 'try again' }]);
});

test('[SYNC-21] a submit is handed over again until docstore answers, and kept once', () => {
  const { socket, session } = join(CLIENT);
  isDown = true;
  submit(session, 1);
  clock.advance(3000);
  expect(appended.length).toBeGreaterThan(2);
  isDown = false;
  clock.advance(3000);
  expect(model.log.length).toBe(1);
  expect(socket.seqs()).toEqual([1]);
});

test('[SYNC-51] a submit that waits for room is handed over again; its author alone is told when that begins and ends', () => {
  const { socket, session } = join(CLIENT);
  const other = join(OTHER);
  isFull = true;
  submit(session, 1);
  clock.advance(3000);
  expect(appended.length).toBeGreaterThan(2);
  expect(socket.frames('full')).toEqual([{ kind: 'full', isFull: true }]);
  isFull = false;
  clock.advance(3000);
  expect(model.log.length).toBe(1);
  expect(socket.frames('full')).toEqual([
    { kind: 'full', isFull: true },
    { kind: 'full', isFull: false },
  ]);
  expect([socket.seqs(), other.socket.seqs(), other.socket.frames('full')]).toEqual([[1], [1], []]);
});

test('[SYNC-22] what is no frame, a second greeting or silence ends the session', () => {
  const bad = join(CLIENT);
  room.received(bad.session, '{"kind":"nonsense"}');
  expect(bad.socket.closed).toEqual({ code: 1008, reason: 'malformed' });
  const twice = join(CLIENT);
  room.received(twice.session, JSON.stringify(CLIENT_FRAMES[0]));
  expect(twice.socket.closed?.reason).toBe('malformed');
  const silent = join(CLIENT);
  clock.advance(60_000);
  expect(silent.socket.closed?.reason).toBe('restart');
});

test('[SYNC-22] a client that joins again replaces its older socket, and a room that closes sends everybody away', () => {
  const first = join(CLIENT);
  const second = join(CLIENT);
  expect(first.socket.closed?.reason).toBe('restart');
  expect(room.sessionCount).toBe(1);
  room.close();
  expect(second.socket.closed).toEqual({ code: 1012, reason: 'restart' });
});
