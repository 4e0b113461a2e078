import type { ClientId, PersonId } from '@bough/base';
import { err, ok } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import type { Appended, MapRole } from '@bough/contracts';
import type { Change, ItemId } from '@bough/map';
import { parsed } from '@bough/map/testing';
import { beforeEach, expect, test } from 'vitest';
import { NOBODY_HERE } from '../client/client-types.ts';
import { PROTOCOL_VERSION } from '../wire/protocol.ts';
import { Room } from './room.ts';
import type { DocumentPort, RoomMessage, RoomSession, Writer } from './room-types.ts';
import { ModelDocstore } from '../testing/model-docstore.ts';
import { anAdd, CLIENT, ITEM, MAP, OTHER, OTHER_PEER, PERSON } from '../testing/samples.ts';
import { TestSocket } from '../testing/test-socket.ts';
import { Trace } from '../testing/trace.ts';

const STRANGER = 'AYvP5WgAdwiICAgICAgICA' as PersonId;

let clock: VirtualClock;
let room: Room;
let published: RoomMessage[];
let asked: (Writer | null)[];
let appends: {
  readonly counters: readonly number[];
  readonly changes: readonly Change[];
  readonly answer: (appended: Appended) => void;
  readonly jump: () => void;
  readonly refuseBase: () => void;
}[];

beforeEach(() => {
  clock = new VirtualClock();
  [published, asked, appends] = [[], [], []];
  const model = new ModelDocstore(new Trace(clock));
  const documents: DocumentPort = {
    append: (_writer, _base, changes, answer) => {
      const jump = (): void => answer(err({ kind: 'jump', detail: 'it jumps' }));
      const refuseBase = (): void => answer(err({ kind: 'old', detail: 'it is old' }));
      const counters = changes.map(({ counter }) => counter);
      appends.push({ counters, changes, jump, refuseBase, answer: (appended) => answer(ok(appended)) });
    },
    read: () => undefined,
    state: (writer, answer) => {
      asked.push(writer);
      clock.after(1, () => answer(ok(model.state(writer))));
    },
  };
  const publish = (message: RoomMessage): void => void published.push(message);
  room = new Room({ clock, random: seededRandom(1), documents, publish, onRenewed: () => undefined }, { map: MAP });
});

function join(
  client: ClientId,
  person: PersonId,
  began: PersonId | null = null,
  role: MapRole = 'edit',
): { socket: TestSocket; session: RoomSession } {
  const socket = new TestSocket();
  const [kind, version, ticket] = ['hello', PROTOCOL_VERSION, 't'] as const;
  const hello = { kind, version, map: MAP, client, person: began, ticket, since: 0, lineage: null };
  const session = room.join(socket, hello, { person, formerly: began, name: 'Ada', hue: 1, role });
  clock.advance(200);
  return { socket, session };
}

test('[SYNC-60] a socket takes the place of an older one of the same person and client, and of no other', () => {
  const mine = join(CLIENT, PERSON);
  const theirs = join(CLIENT, STRANGER);
  expect([mine.socket.closed, theirs.socket.closed]).toEqual([null, null]);
  const again = join(CLIENT, PERSON);
  expect([mine.socket.closed?.reason, theirs.socket.closed, again.socket.closed]).toEqual(['restart', null, null]);
});

test('[SYNC-62] the others know a socket by an id of its own, which is another one each time; nothing says under which id it counts', () => {
  const watching = join(OTHER, STRANGER);
  const first = join(CLIENT, PERSON);
  room.received(
    first.session,
    '{"kind":"presence","state":{"cursor":{"item":null,"x":1,"y":2},"selection":[],"editing":null,"dragged":[],"follows":null,"view":null,"slide":null}}',
  );
  clock.advance(60);
  room.left(first.session);
  const second = join(CLIENT, PERSON);
  clock.advance(60);
  expect(first.session.peer).not.toBe(second.session.peer);
  expect(watching.socket.frames('peer-gone')).toEqual([{ kind: 'peer-gone', peer: first.session.peer }]);
  expect(second.socket.frames('welcome')[0]).toMatchObject({
    peer: second.session.peer,
    people: [{ peer: watching.session.peer, person: STRANGER }],
  });
  for (const { socket, other } of [
    { socket: watching.socket, other: CLIENT },
    { socket: second.socket, other: OTHER },
  ]) {
    expect(JSON.stringify(socket.frames('welcome')) + JSON.stringify(socket.frames('peers'))).not.toContain(other);
  }
});

test('[SYNC-63] somebody who comes back by another gateway is shown once, by whichever names of them are still about', () => {
  const watching = join(OTHER, STRANGER);
  const state = NOBODY_HERE;
  const before = { peer: OTHER_PEER, client: CLIENT, person: PERSON, name: 'Ada', hue: 1, state };
  room.heard({ kind: 'peers', peers: [before], moved: [] });
  const here = join(CLIENT, PERSON);
  expect(watching.socket.frames('peer-gone')).toEqual([{ kind: 'peer-gone', peer: OTHER_PEER }]);
  // What the other gateway still says of them is old.
  room.heard({ kind: 'peers', peers: [before], moved: [] });
  clock.advance(60);
  const third = join('client000003' as ClientId, STRANGER);
  const shown = third.socket.frames('welcome')[0]?.people.map(({ peer }) => peer);
  expect(shown).toEqual([watching.session.peer, here.session.peer]);
  expect(published).toContainEqual(
    expect.objectContaining({ kind: 'peers', peers: [expect.objectContaining({ client: CLIENT, person: PERSON })] }),
  );
});

test('[SYNC-93] what somebody drags is shown with their pointer, costs no more while it moves, and is not shown of a viewer', () => {
  const one = join(CLIENT, PERSON);
  const two = join(OTHER, STRANGER);
  const viewer = join('viewer000001' as ClientId, STRANGER, null, 'view');
  const show = (session: RoomSession, x: number, dragged: readonly unknown[]): void => {
    const state = { ...NOBODY_HERE, cursor: { item: null, x, y: 0 }, dragged };
    room.received(session, JSON.stringify({ kind: 'presence', state }));
    clock.advance(40);
  };
  const last = () => two.socket.frames('peers').at(-1);
  show(one.session, 0, []);
  show(one.session, 1, [[ITEM, 5, -3]]);
  expect(last()?.peers[0]?.state.dragged).toEqual([[ITEM, 5, -3]]);
  show(one.session, 2, [[ITEM, 5, -3]]);
  expect(last()).toEqual({ kind: 'peers', peers: [], moved: [[one.session.peer, 2, 0]] });
  show(one.session, 3, [[ITEM, 6, -3]]);
  expect(last()?.peers[0]?.state.dragged).toEqual([[ITEM, 6, -3]]);
  show(one.session, 4, []);
  expect(last()?.peers[0]?.state.dragged).toEqual([]);
  show(viewer.session, 5, [[ITEM, 5, -3]]);
  expect(last()?.peers[0]?.state).toEqual({ ...NOBODY_HERE, cursor: { item: null, x: 5, y: 0 } });
  expect(appends).toEqual([]);
});

test('[SYNC-97] what one person shows is said to everybody but them', () => {
  const one = join(CLIENT, PERSON);
  const two = join(OTHER, STRANGER);
  const show = ({ session }: typeof one, x: number): void => {
    const state = { ...NOBODY_HERE, cursor: { item: null, x, y: 0 } };
    room.received(session, JSON.stringify({ kind: 'presence', state }));
  };
  clock.advance(200);
  const heard = () => [one, two].map(({ socket }) => socket.frames('peers').length);
  const [mine = 0, theirs = 0] = heard();
  show(one, 1);
  clock.advance(40);
  expect(heard()).toEqual([mine, theirs + 1]);
  // Of several one frame is made for all.
  show(one, 2);
  show(two, 2);
  clock.advance(40);
  expect(heard()).toEqual([mine + 1, theirs + 2]);
});

test('[SYNC-94] the person that somebody follows, what they see and what they present are shown to the others, each time that one of them is another', () => {
  const one = join(CLIENT, PERSON);
  const two = join(OTHER, STRANGER);
  const cursor = { item: null, x: 1, y: 1 };
  const show = (more: object): void => {
    cursor.x++;
    const state = { ...NOBODY_HERE, cursor, ...more };
    room.received(one.session, JSON.stringify({ kind: 'presence', state }));
    clock.advance(40);
  };
  const view = { item: ITEM, x: 5, y: -3, width: 800, height: 600 };
  show({});
  for (const more of [
    { follows: two.session.peer },
    { view },
    { view: { ...view, x: 6 } },
    { view: { ...view, height: 601 } },
    { slide: ITEM },
    {},
  ]) {
    show(more);
    expect(two.socket.frames('peers').at(-1)?.peers[0]?.state).toEqual({ ...NOBODY_HERE, cursor, ...more });
  }
  show({});
  expect(two.socket.frames('peers').at(-1)).toMatchObject({ peers: [], moved: [[one.session.peer, 9, 1]] });
});

test('[SYNC-95] a pointer is told from an item, which is named where it is another one, and else not said again', () => {
  const one = join(CLIENT, PERSON);
  const two = join(OTHER, STRANGER);
  const last = () => two.socket.frames('peers').at(-1);
  const show = (item: ItemId | null, x: number) => {
    const state = { ...NOBODY_HERE, cursor: { item, x, y: 0 } };
    room.received(one.session, JSON.stringify({ kind: 'presence', state }));
    clock.advance(40);
    return last()?.moved;
  };
  const { peer } = one.session;
  show(null, 0);
  expect(show(ITEM, 1)).toEqual([[peer, 1, 0, ITEM]]);
  expect(show(ITEM, 2)).toEqual([[peer, 2, 0]]);
  // At the same place, and from another item: somebody who has that one elsewhere sees it elsewhere.
  expect(show(null, 2)).toEqual([[peer, 2, 0, null]]);
  show(ITEM, 3);
  expect(published.at(-1)).toMatchObject({ moved: [[peer, 3, 0, ITEM]] });
  const [third] = join('client000003' as ClientId, STRANGER).socket.frames('welcome');
  expect(third?.people[0]?.state.cursor).toEqual({ item: ITEM, x: 3, y: 0 });
});

test('[SYNC-95] a pointer that another gateway tells of stays at its item until another one is named', () => {
  const one = join(CLIENT, PERSON);
  const state = { ...NOBODY_HERE, cursor: { item: ITEM, x: 1, y: 0 } };
  const there = { peer: OTHER_PEER, client: OTHER, person: STRANGER, name: 'Bo', hue: 1, state };
  room.heard({ kind: 'peers', peers: [there], moved: [] });
  clock.advance(40);
  const told = [
    [OTHER_PEER, 4, 2],
    [OTHER_PEER, 5, 2, null],
    [OTHER_PEER, 6, 2],
  ] as const;
  for (const moved of told) {
    room.heard({ kind: 'peers', peers: [], moved: [moved] });
    clock.advance(40);
    expect(one.socket.frames('peers').at(-1)?.moved).toEqual([moved]);
  }
  const [welcome] = join('client000003' as ClientId, STRANGER).socket.frames('welcome');
  const shown = welcome?.people.find(({ peer }) => peer === OTHER_PEER);
  expect(shown?.state.cursor).toEqual({ item: null, x: 6, y: 2 });
});

test('[SYNC-61] docstore is asked about the person’s client, with the name under which it began, where that is another', () => {
  join(CLIENT, PERSON);
  join(OTHER, PERSON, STRANGER);
  expect(asked).toEqual([
    { client: CLIENT, person: PERSON, formerly: null },
    { client: OTHER, person: PERSON, formerly: STRANGER },
  ]);
});

function submit(session: RoomSession, ...counters: readonly number[]): void {
  const changes = counters.map((counter) => ({ counter, ops: [anAdd()] }));
  room.received(session, JSON.stringify({ kind: 'submit', base: 0, changes }));
}

function answerFirst(seq: number, outcomes: Appended['outcomes'] = []): void {
  const { lineage } = room.standing ?? { lineage: '' };
  appends[0]?.answer({ lineage, seq, outcomes, changes: [] });
  clock.advance(1);
}

test('[SYNC-64] a submit that is said again while it is under way is not handed on again', () => {
  const { session } = join(CLIENT, PERSON);
  for (let n = 0; n < 20; n++) {
    submit(session, 1, 2);
    clock.advance(1_000);
    room.received(session, '{"kind":"ping","nonce":1}');
  }
  expect(appends.map(({ counters }) => counters)).toEqual([[1, 2]]);
  submit(session, 1, 2, 3);
  answerFirst(0);
  expect(appends.map(({ counters }) => counters)).toEqual([
    [1, 2],
    [1, 2, 3],
  ]);
});

test('[SYNC-65] what was seen long ago is told in one frame, once the socket has everything up to there', () => {
  const { socket, session } = join(CLIENT, PERSON);
  submit(session, 1, 2, 3);
  answerFirst(
    1,
    [1, 2, 3].map((counter) => ({ counter, kind: 'seen' }) as const),
  );
  expect(socket.frames('seen')).toEqual([]);
  const { lineage } = room.standing ?? { lineage: '' };
  const change = { seq: 1, client: OTHER, counter: 1, author: STRANGER, at: 1, ops: parsed(anAdd()) };
  room.heard({ kind: 'changes', lineage, changes: [change] });
  clock.advance(50);
  expect(socket.frames('seen')).toEqual([{ kind: 'seen', counter: 3 }]);
  expect(socket.seqs()).toEqual([1]);
});

test('[SYNC-68] what a role does not allow spends its counter when something allowed follows it', () => {
  const { session } = join(CLIENT, PERSON, null, 'comment');
  const talk = { kind: 'comment', thread: 'thread000001', item: 'item00000001', id: 'comment00001', text: 'words' };
  const changes = [
    { counter: 1, ops: [anAdd()] },
    { counter: 2, ops: [talk] },
    { counter: 3, ops: [anAdd()] },
  ];
  room.received(session, JSON.stringify({ kind: 'submit', base: 0, changes }));
  clock.advance(10);
  expect(appends.map(({ changes: all }) => all.map(({ counter, ops }) => [counter, ops.length]))).toEqual([
    [
      [1, 0],
      [2, 1],
    ],
  ]);
});

test('[SYNC-90] a submit on an old base ends its socket, is not handed on again, and is taken when it comes anew', () => {
  const { socket, session } = join(CLIENT, PERSON);
  const other = join(OTHER, STRANGER);
  submit(session, 1);
  appends[0]?.refuseBase();
  clock.advance(3_000);
  expect([socket.closed, other.socket.closed]).toEqual([{ code: 1012, reason: 'restart' }, null]);
  expect(appends).toHaveLength(1);
  submit(join(CLIENT, PERSON).session, 1);
  expect(appends.map(({ counters }) => counters)).toEqual([[1], [1]]);
});

test('[SYNC-68] a submit whose counters jump ends its socket, whose client comes back and is told how far it has counted', () => {
  const { socket, session } = join(CLIENT, PERSON);
  const other = join(OTHER, STRANGER);
  submit(session, 7);
  appends[0]?.jump();
  clock.advance(1);
  expect([socket.closed, other.socket.closed]).toEqual([{ code: 1012, reason: 'restart' }, null]);
});
