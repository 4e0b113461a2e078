import type { Cancel, Clock, PeerId } from '@bough/base';
import { NOBODY_HERE } from './client-types.ts';
import type { Connection } from './connection.ts';
import { cursorAfter } from '../wire/moved.ts';
import { isSameState } from '../wire/same-state.ts';
import type { Peer, PeerGone, PeersShown, PresenceState, Welcome } from '../wire/frames.ts';

/** Between two frames of presence. */
const SHARE_MS = 50;
/** A state that did not change is said again, before the room lets it expire. */
const REPEAT_MS = 10_000;

/** Who else is here, and what they may see of this person: nothing of it is kept. */
export class PeerBoard {
  readonly #clock: Clock;
  readonly #connection: Connection;
  #self: PeerId | null = null;
  #peers = new Map<PeerId, Peer>();
  #mine: PresenceState = NOBODY_HERE;
  #sentMs = -Infinity;
  #cancel: Cancel | null = null;

  constructor(clock: Clock, connection: Connection) {
    this.#clock = clock;
    this.#connection = connection;
  }

  get peers(): ReadonlyMap<PeerId, Peer> {
    return this.#peers;
  }
  /** How the others know this socket, or knew the last one. */
  get self(): PeerId | null {
    return this.#self;
  }

  share(state: PresenceState): void {
    // It is shared in every frame: the same again would be told to everybody, who would tell in answer what has not changed.
    if (isSameState(state, this.#mine)) return;
    this.#mine = state;
    if (this.#cancel !== null) return;
    const waitMs = this.#sentMs + SHARE_MS - this.#clock.monotonic();
    if (waitMs <= 0) this.#send();
    else this.#cancel = this.#clock.after(waitMs, () => this.#send());
  }

  welcome({ peer, people }: Pick<Welcome, 'peer' | 'people'>): void {
    this.#self = peer;
    this.#peers = new Map(people.filter((one) => one.peer !== peer).map((one) => [one.peer, one]));
    if (this.#mine !== NOBODY_HERE) this.#send();
  }

  /** False: it says nothing of anybody else. */
  take(frame: PeersShown | PeerGone): boolean {
    const peers = new Map(this.#peers);
    if (frame.kind === 'peer-gone') {
      peers.delete(frame.peer);
      this.#peers = peers;
      return true;
    }
    let isNews = false;
    const seen = (peer: Peer): void => {
      peers.set(peer.peer, peer);
      isNews = true;
    };
    for (const peer of frame.peers) if (peer.peer !== this.#self) seen(peer);
    for (const moved of frame.moved) {
      const known = peers.get(moved[0]);
      if (known !== undefined) seen({ ...known, state: cursorAfter(known.state, moved) });
    }
    this.#peers = peers;
    return isNews;
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
