import type { ClientId, MapId, PeerId, PersonId } from '@bough/base';
import type { Change, ItemId, Op } from '@bough/map';
import { parsed } from '@bough/map/testing';
import { NOBODY_HERE } from '../client/client-types.ts';
import type { ClientFrame, Peer, ServerFrame } from '../wire/frames.ts';
import { PROTOCOL_VERSION } from '../wire/protocol.ts';

/** Names for tests that need one of each. */
export const MAP = 'AYvP5WgAdweHBwcHBwcHBw' as MapId;
export const PERSON = 'AYvP5WgAdwiHBwcHBwcHBw' as PersonId;
export const CLIENT = 'client000001' as ClientId;
export const OTHER = 'client000002' as ClientId;
export const PEER = 'peer00000001' as PeerId;
export const OTHER_PEER = 'peer00000002' as PeerId;
/** The name of an order. */
export const LINEAGE = 'lineage00001';
export const ITEM = 'item00000001' as ItemId;

/** An op that adds an item. */
export function anAdd(id: ItemId = ITEM, text = 'text', parent: ItemId | null = null): Op {
  return { kind: 'add', id, parent, order: 'a0', fields: { text } };
}

/** A change that adds an item. */
export function aChange(counter: number, ops: readonly Op[] = [anAdd()], client: ClientId = CLIENT): Change {
  return { client, counter, author: PERSON, at: 1, ops: parsed(...ops) };
}

/** Somebody in a room. */
function aPeer(peer: PeerId = OTHER_PEER): Peer {
  return {
    peer,
    person: PERSON,
    name: 'Ada',
    hue: 3,
    state: {
      ...NOBODY_HERE,
      dragged: [[ITEM, 3, -4.5]],
      follows: PEER,
      view: { item: null, x: 0, y: -3.5, width: 640, height: 480 },
    },
  };
}

/** One of each frame that a client sends. */
export const CLIENT_FRAMES: readonly ClientFrame[] = [
  {
    kind: 'hello',
    version: PROTOCOL_VERSION,
    map: MAP,
    client: CLIENT,
    person: PERSON,
    ticket: 't',
    since: 0,
    lineage: LINEAGE,
  },
  { kind: 'submit', base: 3, changes: [{ counter: 1, ops: parsed(anAdd()) }] },
  {
    kind: 'presence',
    state: {
      cursor: { item: ITEM, x: 1.5, y: -2 },
      selection: [ITEM],
      editing: ITEM,
      dragged: [[ITEM, 0.5, -7]],
      follows: PEER,
      view: { item: ITEM, x: 4.5, y: -1, width: 800, height: 600.5 },
      slide: ITEM,
    },
  },
  { kind: 'fill', from: 7 },
  { kind: 'ping', nonce: 4 },
];
/** One of each frame that a room sends. */
export const SERVER_FRAMES: readonly ServerFrame[] = [
  {
    ...{ kind: 'welcome', role: 'edit', seq: 2, lineages: [{ id: LINEAGE, from: 0 }] },
    ...{ counter: 1, mirrored: 1, person: PERSON, peer: PEER, people: [aPeer()] },
  },
  { kind: 'changes', changes: [{ seq: 1, ...aChange(1) }], more: false },
  { kind: 'refused', counter: 1, reason: 'cycle', detail: 'd' },
  { kind: 'seen', counter: 1 },
  { kind: 'peers', peers: [aPeer()], moved: [[PEER, 1, -2.5, ITEM]] },
  { kind: 'peer-gone', peer: PEER },
  { kind: 'role', role: 'view' },
  { kind: 'pong', nonce: 1, seq: 2, mirrored: 1 },
  { kind: 'full', isFull: true },
  { kind: 'bye', reason: 'restart', detail: 'd' },
];
