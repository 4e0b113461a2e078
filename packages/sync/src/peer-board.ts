import type { Cancel, ClientId, Clock } from '@bough/base';
import { NOBODY_HERE } from './client-types.ts';
import type { Connection } from './connection.ts';
import type { Peer, PeerGone, PeersShown, PresenceState } from './frames.ts';

/** Between two frames of presence. */
const SHARE_MS = 50;
/** A state that did not change is said again, before the room lets it expire. */
const REPEAT_MS = 10_000;

/** Who else is here, and what they may see of this person: nothing of it is kept. */
export class PeerBoard {
  readonly #clock: Clock;
  readonly #connection: Connection;
  readonly #self: ClientId;
  #peers = new Map<ClientId, Peer>();
  #mine: PresenceState = NOBODY_HERE;
  #sentMs = -Infinity;
  #cancel: Cancel | null = null;

  constructor(clock: Clock, connection: Connection, self: ClientId) {
    this.#clock = clock;
    this.#connection = connection;
    this.#self = self;
  }

  get peers(): ReadonlyMap<ClientId, Peer> {
    return this.#peers;
  }

  share(state: PresenceState): void {
    this.#mine = state;
    if (this.#cancel !== null) return;
    const waitMs = this.#sentMs + SHARE_MS - this.#clock.monotonic();
    if (waitMs <= 0) this.#send();
    else this.#cancel = this.#clock.after(waitMs, () => this.#send());
  }

  welcome(people: readonly Peer[]): void {
    this.#peers = new Map(people.filter((one) => one.client !== this.#self).map((one) => [one.client, one]));
    if (this.#mine !== NOBODY_HERE) this.#send();
  }

  take(frame: PeersShown | PeerGone): void {
    this.#peers = new Map(this.#peers);
    if (frame.kind === 'peer-gone') {
      this.#peers.delete(frame.client);
      return;
    }
    for (const peer of frame.peers) if (peer.client !== this.#self) this.#peers.set(peer.client, peer);
    for (const [client, x, y] of frame.moved) {
      const known = this.#peers.get(client);
      if (known !== undefined) this.#peers.set(client, { ...known, state: { ...known.state, cursor: { x, y } } });
    }
  }

  tick(): void {
    if (this.#mine !== NOBODY_HERE && this.#clock.monotonic() - this.#sentMs >= REPEAT_MS) this.#send();
  }

  clear(): void {
    this.#peers = new Map();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #send(): void {
    this.stop();
    this.#sentMs = this.#clock.monotonic();
    this.#connection.send({ kind: 'presence', state: this.#mine });
  }
}
