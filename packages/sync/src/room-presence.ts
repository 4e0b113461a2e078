import type { Cancel, ClientId, Clock } from '@bough/base';
import { NOBODY_HERE } from './client-types.ts';
import type { Peer, PresenceState } from './frames.ts';
import type { RoomMessage } from './room-types.ts';

// Who is in the room, and what they show: of this gateway's sockets, told to the other gateways, and what these told. Held
// in memory only, gathered for a moment so that a moving cursor costs one frame in that moment, and gone when not repeated.

const TICK_MS = 50;
/** What somebody shows disappears when it was not said again for so long. */
const STATE_EXPIRES_MS = 30_000;
/** People of this gateway are named again to the others so often, and forgotten there after three times that. */
const ANNOUNCE_MS = 10_000;
const REMOTE_EXPIRES_MS = 3 * ANNOUNCE_MS;

export interface RoomPresenceComponents {
  readonly clock: Clock;
  readonly publish: (message: RoomMessage) => void;
  /** Sends to every socket but that client's, if it can take it. */
  readonly broadcast: (text: string, except: ClientId) => void;
}

interface Known {
  peer: Peer;
  readonly isLocal: boolean;
  heardMs: number;
}

export class RoomPresence {
  readonly #components: RoomPresenceComponents;
  readonly #known = new Map<ClientId, Known>();
  readonly #dirty = new Set<ClientId>();
  #cancelTick: Cancel | null = null;
  #announcedMs = 0;

  constructor(components: RoomPresenceComponents) {
    this.#components = components;
  }

  /** Everybody but that client. */
  people(except: ClientId): Peer[] {
    return [...this.#known.values()].map((one) => one.peer).filter((peer) => peer.client !== except);
  }

  /** Somebody of this gateway came. */
  enter(peer: Omit<Peer, 'state'>): void {
    this.#put({ ...peer, state: NOBODY_HERE }, true);
  }

  /** Somebody of this gateway shows something. */
  show(client: ClientId, state: PresenceState): void {
    const known = this.#known.get(client);
    if (known?.isLocal === true) this.#put({ ...known.peer, state }, true);
  }

  /** Somebody of this gateway is gone. */
  leave(client: ClientId): void {
    if (this.#known.get(client)?.isLocal !== true) return;
    this.#forget(client);
    this.#components.publish({ kind: 'peer-gone', client });
  }

  /** What another gateway said. */
  heard(message: Exclude<RoomMessage, { kind: 'changes' }>): void {
    switch (message.kind) {
      case 'who':
        this.#announce();
        return;
      case 'peer':
        if (this.#known.get(message.peer.client)?.isLocal !== true) this.#put(message.peer, false);
        return;
      case 'peer-gone':
        if (this.#known.get(message.client)?.isLocal === false) this.#forget(message.client);
        return;
    }
  }

  /** Every few seconds: forgets what was not repeated, names the own people to the other gateways. */
  expire(): void {
    const nowMs = this.#components.clock.monotonic();
    for (const [client, known] of this.#known) {
      const silentMs = nowMs - known.heardMs;
      if (!known.isLocal && silentMs > REMOTE_EXPIRES_MS) this.#forget(client);
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
    for (const known of this.#known.values())
      if (known.isLocal) this.#components.publish({ kind: 'peer', peer: known.peer });
  }

  #put(peer: Peer, isLocal: boolean): void {
    this.#known.set(peer.client, { peer, isLocal, heardMs: this.#components.clock.monotonic() });
    this.#dirty.add(peer.client);
    this.#cancelTick ??= this.#components.clock.after(TICK_MS, () => this.#flush());
  }

  #forget(client: ClientId): void {
    this.#known.delete(client);
    this.#dirty.delete(client);
    this.#components.broadcast(JSON.stringify({ kind: 'peer-gone', client }), client);
  }

  #flush(): void {
    this.#cancelTick = null;
    for (const client of this.#dirty) {
      const known = this.#known.get(client);
      if (known === undefined) continue;
      this.#components.broadcast(JSON.stringify({ kind: 'peer', peer: known.peer }), client);
      if (known.isLocal) this.#components.publish({ kind: 'peer', peer: known.peer });
    }
    this.#dirty.clear();
  }
}
