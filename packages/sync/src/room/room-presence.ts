import type { Cancel, Clock, PeerId } from '@bough/base';
import type { ItemId } from '@bough/map';
import { NOBODY_HERE } from '../client/client-types.ts';
import { cursorAfter } from '../wire/moved.ts';
import { isSamePlace, isSameState } from '../wire/same-state.ts';
import type { Moved, Peer, PeersShown, PresenceState } from '../wire/frames.ts';
import type { RoomMessage, RoomPeer } from './room-types.ts';

// Who is in the room, and what they show: of this gateway's sockets, told to the other gateways, and what these told. Held
// in memory only, gathered for a moment so that all moving pointers cost each socket one frame in that moment, and gone when
// not repeated. Pointers move all the time and everything else seldom: somebody whose pointer alone moved is three values.

/** From one tick to the next, less than two pictures of a screen. The first move after a rest waits for nothing. */
const TICK_MS = 25;
/** What somebody shows disappears when it was not said again for so long. */
const STATE_EXPIRES_MS = 30_000;
/** People of this gateway are named again to the others so often, and forgotten there after three times that. */
const ANNOUNCE_MS = 10_000;
const REMOTE_EXPIRES_MS = 3 * ANNOUNCE_MS;
/** However little somebody shows anew, so often all of it is said again: a slow socket may have missed a frame. */
const WHOLE_MS = 5_000;

export interface RoomPresenceComponents {
  readonly clock: Clock;
  readonly publish: (message: RoomMessage) => void;
  /** Sends to every socket that can take it; with `except`, not to that one. */
  readonly broadcast: (text: string, except: PeerId | null) => void;
}

interface Known {
  peer: RoomPeer;
  readonly isLocal: boolean;
  heardMs: number;
  /** When all of it was last shown. */
  wholeMs: number;
  /** The item from which the others were last told where the pointer is; undefined: from none yet. */
  toldFrom?: ItemId | null | undefined;
}

export class RoomPresence {
  readonly #components: RoomPresenceComponents;
  readonly #known = new Map<PeerId, Known>();
  readonly #whole = new Set<PeerId>();
  readonly #moved = new Set<PeerId>();
  #cancelTick: Cancel | null = null;
  #announcedMs = 0;
  #tickedMs = -Infinity;

  constructor(components: RoomPresenceComponents) {
    this.#components = components;
  }

  /** Everybody but that one. */
  people(except: PeerId): Peer[] {
    return [...this.#known.values()].map((one) => shownOf(one.peer)).filter(({ peer }) => peer !== except);
  }

  /** Somebody of this gateway came. */
  enter(peer: Omit<RoomPeer, 'state'>): void {
    // Whoever was on another gateway until now is not there any more.
    for (const { peer: other, isLocal } of this.#known.values())
      if (!isLocal && isSameWriter(other, peer)) this.#forget(other.peer);
    this.#put({ ...peer, state: NOBODY_HERE }, true);
  }

  /** Somebody of this gateway shows something. */
  show(peer: PeerId, state: PresenceState): void {
    const known = this.#known.get(peer);
    if (known?.isLocal !== true) return;
    if (isMove(known.peer.state, state)) this.#move(known, state);
    else this.#put({ ...known.peer, state }, true);
  }

  /** Somebody of this gateway has another name or colour. */
  named(peer: PeerId, name: string, hue: number): void {
    const known = this.#known.get(peer);
    if (known?.isLocal === true) this.#put({ ...known.peer, name, hue }, true);
  }

  /** Somebody of this gateway is gone. */
  leave(peer: PeerId): void {
    if (this.#known.get(peer)?.isLocal !== true) return;
    this.#forget(peer);
    this.#components.publish({ kind: 'peer-gone', peer });
  }

  /** What another gateway said. */
  heard(message: Exclude<RoomMessage, { kind: 'changes' }>): void {
    switch (message.kind) {
      case 'who':
        this.#announce();
        return;
      case 'peers':
        for (const peer of message.peers) if (!this.#isHere(peer)) this.#put(peer, false);
        for (const moved of message.moved) {
          const known = this.#known.get(moved[0]);
          if (known?.isLocal === false) this.#move(known, cursorAfter(known.peer.state, moved));
        }
        return;
      case 'peer-gone':
        if (this.#known.get(message.peer)?.isLocal === false) this.#forget(message.peer);
        return;
    }
  }

  /** Every few seconds: forgets what was not repeated, names the own people to the other gateways. */
  expire(): void {
    const nowMs = this.#components.clock.monotonic();
    for (const [peer, known] of this.#known) {
      const silentMs = nowMs - known.heardMs;
      if (!known.isLocal && silentMs > REMOTE_EXPIRES_MS) this.#forget(peer);
      if (known.isLocal && silentMs > STATE_EXPIRES_MS && known.peer.state !== NOBODY_HERE) {
        this.#put({ ...known.peer, state: NOBODY_HERE }, true);
      }
    }
    if (nowMs - this.#announcedMs >= ANNOUNCE_MS) this.#announce();
  }

  close(): void {
    this.#cancelTick?.();
  }

  #announce(): void {
    this.#announcedMs = this.#components.clock.monotonic();
    const peers = [...this.#known.values()].filter((known) => known.isLocal).map((known) => known.peer);
    if (peers.length > 0) this.#components.publish({ kind: 'peers', peers, moved: [] });
  }

  /** Whether they are on this gateway, which knows best, by this name or by another one. */
  #isHere(peer: RoomPeer): boolean {
    const known = this.#known.get(peer.peer);
    if (known !== undefined) return known.isLocal;
    return [...this.#known.values()].some((one) => one.isLocal && isSameWriter(one.peer, peer));
  }

  #put(peer: RoomPeer, isLocal: boolean): void {
    const nowMs = this.#components.clock.monotonic();
    this.#known.set(peer.peer, { peer, isLocal, heardMs: nowMs, wholeMs: nowMs });
    this.#moved.delete(peer.peer);
    this.#whole.add(peer.peer);
    this.#planTick();
  }

  #move(known: Known, state: PresenceState): void {
    const nowMs = this.#components.clock.monotonic();
    const { peer } = known.peer;
    known.peer = { ...known.peer, state };
    known.heardMs = nowMs;
    if (nowMs - known.wholeMs >= WHOLE_MS) {
      known.wholeMs = nowMs;
      this.#whole.add(peer);
      this.#moved.delete(peer);
    } else if (!this.#whole.has(peer)) {
      this.#moved.add(peer);
    }
    this.#planTick();
  }

  #planTick(): void {
    const { clock } = this.#components;
    const inMs = Math.max(0, this.#tickedMs + TICK_MS - clock.monotonic());
    this.#cancelTick ??= clock.after(inMs, () => this.#flush());
  }

  #forget(peer: PeerId): void {
    this.#known.delete(peer);
    this.#whole.delete(peer);
    this.#moved.delete(peer);
    this.#components.broadcast(JSON.stringify({ kind: 'peer-gone', peer }), peer);
  }

  /** One frame for everybody, with everybody in it: whoever finds themselves there knows better. Who is alone in it needs none. */
  #flush(): void {
    this.#cancelTick = null;
    this.#tickedMs = this.#components.clock.monotonic();
    const all = this.#known.size > 1 ? this.#shown(() => true) : null;
    const [first, second] = [...this.#whole, ...this.#moved];
    if (all !== null) this.#components.broadcast(frameOf(all), second === undefined ? (first ?? null) : null);
    const own = this.#shown((known) => known.isLocal);
    if (own !== null) this.#components.publish(own);
    for (const peer of [...this.#whole, ...this.#moved]) {
      const known = this.#known.get(peer);
      if (known !== undefined) known.toldFrom = known.peer.state.cursor?.item;
    }
    this.#whole.clear();
    this.#moved.clear();
  }

  #shown(isMeant: (known: Known) => boolean): Extract<RoomMessage, { kind: 'peers' }> | null {
    const peers: RoomPeer[] = [];
    const moved: Moved[] = [];
    for (const peer of this.#whole) {
      const known = this.#known.get(peer);
      if (known !== undefined && isMeant(known)) peers.push(known.peer);
    }
    for (const peer of this.#moved) {
      const known = this.#known.get(peer);
      const cursor = known?.peer.state.cursor;
      if (known === undefined || !isMeant(known) || cursor === null || cursor === undefined) continue;
      const place = [peer, tenths(cursor.x), tenths(cursor.y)] as const;
      moved.push(known.toldFrom === cursor.item ? place : [...place, cursor.item]);
    }
    return peers.length === 0 && moved.length === 0 ? null : { kind: 'peers', peers, moved };
  }
}

/** What of somebody is for everybody: not the id under which they count. */
function shownOf({ peer, person, name, hue, state }: RoomPeer): Peer {
  return { peer, person, name, hue, state };
}

function frameOf({ kind, peers, moved }: Extract<RoomMessage, { kind: 'peers' }>): string {
  const frame: PeersShown = { kind, peers: peers.map(shownOf), moved };
  return JSON.stringify(frame);
}

function isSameWriter(one: Pick<RoomPeer, 'client' | 'person'>, other: Pick<RoomPeer, 'client' | 'person'>): boolean {
  return one.client === other.client && one.person === other.person;
}

/** Whether the pointer alone is another one, and one that is there. */
function isMove(before: PresenceState, after: PresenceState): boolean {
  if (before.cursor === null || after.cursor === null || isSamePlace(before.cursor, after.cursor)) return false;
  return isSameState(before, { ...after, cursor: before.cursor });
}

/** No screen shows less than a tenth of a pixel. */
function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
