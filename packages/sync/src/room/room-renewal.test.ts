import { type ClientId, err, ok } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import type { ItemId, NumberedChange, Op } from '@bough/map';
import { beforeEach, expect, test } from 'vitest';
import { PROTOCOL_VERSION } from '../wire/protocol.ts';
import { Room } from './room.ts';
import type { DocumentPort, RoomSession } from './room-types.ts';
import { ModelDocstore } from '../testing/model-docstore.ts';
import { aChange, anAdd, CLIENT, ITEM, MAP, OTHER, PERSON } from '../testing/samples.ts';
import { TestSocket } from '../testing/test-socket.ts';
import { Trace } from '../testing/trace.ts';

// A room whose order loses its end while somebody is in it.

let clock: VirtualClock;
let model: ModelDocstore;
let renewals: number;
let room: Room;

beforeEach(() => {
  clock = new VirtualClock();
  renewals = 0;
  begin(false);
});

function begin(hasSecondLocation: boolean): void {
  model = new ModelDocstore(new Trace(clock), { hasSecondLocation });
  const documents: DocumentPort = {
    append: (_writer, base, changes, answer) => {
      clock.after(1, () => {
        if (!model.isOurs(base)) {
          answer(err({ kind: 'renewed', detail: '' }));
          return;
        }
        model.append(base.seq, changes, (appended) => answer(ok(appended)));
        model.startCommit();
        model.finishCommit();
      });
    },
    read: (from, to, answer) => clock.after(1, () => answer(ok(model.read(from, to)))),
    state: (writer, answer) => clock.after(1, () => answer(ok(model.state(writer)))),
  };
  const onRenewed = (): void => void renewals++;
  const publish = (): void => undefined;
  room = new Room({ clock, random: seededRandom(1), documents, publish, onRenewed }, { map: MAP });
}

function join(
  client: ClientId,
  since: number,
  lineage: string | null = model.lineage,
): { socket: TestSocket; session: RoomSession } {
  const socket = new TestSocket();
  const [kind, version, ticket, person] = ['hello', PROTOCOL_VERSION, 't', PERSON] as const;
  const hello = { kind, version, map: MAP, client, person, ticket, since, lineage };
  const session = room.join(socket, hello, { person: PERSON, formerly: null, name: 'Ada', hue: 1, role: 'edit' });
  clock.advance(200);
  return { socket, session };
}

function submit(session: RoomSession, counter: number): void {
  const ops = [anAdd(`mine${String(counter).padStart(8, '0')}` as ItemId)];
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

test('[SYNC-34] a socket that is no beginning of the order is told its names, and gets nothing until it asks', () => {
  elsewhere(5);
  const before = model.lineage;
  model.lose(3);
  elsewhere(4);
  const names = [
    { id: before, from: 0 },
    { id: model.lineage, from: 3 },
  ];
  const old = join(CLIENT, 5, before);
  expect(old.socket.frames('welcome')).toMatchObject([{ lineages: names, seq: 7, mirrored: null }]);
  expect(old.socket.seqs()).toEqual([]);
  submit(old.session, 1);
  clock.advance(100);
  expect(old.socket.seqs()).toEqual([]);
  room.received(old.session, JSON.stringify({ kind: 'fill', from: 4 }));
  clock.advance(100);
  expect(old.socket.seqs()).toEqual([4, 5, 6, 7, 8]);
  const within = join(OTHER, 3, before);
  expect(within.socket.seqs()).toEqual([4, 5, 6, 7, 8]);
  expect(join('client000003' as ClientId, 2, null).socket.seqs()).toEqual([]);
});

const notices: readonly { readonly how: string; readonly happens: (session: RoomSession) => void }[] = [
  { how: 'a submit', happens: (session) => submit(session, 2) },
  { how: 'somebody who comes', happens: () => join(OTHER, 0) },
  {
    how: 'a change of another gateway',
    happens: () => room.heard({ kind: 'changes', lineage: model.lineage, changes: [] }),
  },
  {
    how: 'what docstore says unasked',
    happens: () => room.reached({ lineage: model.lineage, seq: 0, mirrored: null, changes: [] }),
  },
];

test.each(notices)('[SYNC-35] an order that was renewed under an open room ends it, noticed by $how', ({ happens }) => {
  elsewhere(3);
  const { socket, session } = join(CLIENT, 3);
  submit(session, 1);
  clock.advance(100);
  model.lose(2);
  elsewhere(6);
  happens(session);
  clock.advance(500);
  expect([renewals, room.isClosed, room.isEmpty]).toEqual([1, true, true]);
  expect(socket.frames('bye')).toMatchObject([{ reason: 'restart' }]);
  expect(socket.seqs()).toEqual([4]);
  expect(model.log.some((change) => change.client === CLIENT)).toBe(false);
});

test('[SYNC-35] what another gateway says of an older order ends nothing, and is shown to nobody', () => {
  const before = model.lineage;
  const lost = elsewhere(4);
  model.lose(2);
  elsewhere(2);
  const { socket } = join(CLIENT, 4);
  room.heard({ kind: 'changes', lineage: before, changes: lost.map((change) => ({ ...change, seq: change.seq + 2 })) });
  clock.advance(500);
  expect([renewals, socket.closed, socket.seqs()]).toEqual([0, null, []]);
});

test('[SYNC-36] how far the second location has it is said in the welcome and in each pong', () => {
  begin(true);
  elsewhere(3);
  model.mirror(2);
  const { socket, session } = join(CLIENT, 3);
  expect(socket.frames('welcome')).toMatchObject([{ mirrored: 2 }]);
  model.mirror(3);
  submit(session, 1);
  clock.advance(100);
  room.received(session, JSON.stringify({ kind: 'ping', nonce: 7 }));
  expect(socket.frames('pong')).toEqual([{ kind: 'pong', nonce: 7, seq: 4, mirrored: 3 }]);
});
