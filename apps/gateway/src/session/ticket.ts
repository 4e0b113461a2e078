import { type Clock, type MapId, parseBase64Url, type Random, toBase64Url } from '@bough/base';
import type { Bus } from '../bus/bus.ts';
import { isSeal, seal } from './keys.ts';
import type { Session } from './session.ts';

// A ticket: 16 random bytes, the end of its life (8 bytes, ms), and the HMAC of both with the session and the map; base64url.

/** A ticket lives this long. */
export const TICKET_MS = 30_000;
const NONCE = 16;
const HEAD = NONCE + 8;
const LENGTH = HEAD + 32;

/** One-time proof that a socket was opened by our own page in this session. */
export class Tickets {
  readonly #keys: readonly Uint8Array[];
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #bus: Bus;

  constructor(components: {
    readonly keys: readonly Uint8Array[];
    readonly clock: Clock;
    readonly random: Random;
    readonly bus: Bus;
  }) {
    this.#keys = components.keys;
    this.#clock = components.clock;
    this.#random = components.random;
    this.#bus = components.bus;
  }

  /** A new ticket for the session's socket on the map. */
  issue(session: Session, map: MapId): string {
    const bytes = new Uint8Array(LENGTH);
    bytes.set(this.#random.bytes(NONCE));
    new DataView(bytes.buffer).setBigUint64(NONCE, BigInt(this.#clock.now() + TICKET_MS));
    bytes.set(seal(this.#keys, message(bytes, session, map)), HEAD);
    return toBase64Url(bytes);
  }

  /** Uses the ticket up; false: not ours, for another session or map, too old, or used before on any gateway. */
  async tryUse(ticket: string, session: Session, map: MapId): Promise<boolean> {
    const bytes = parseBase64Url(ticket);
    if (bytes === null || bytes.length !== LENGTH) return false;
    if (!isSeal(this.#keys, message(bytes, session, map), bytes.subarray(HEAD))) return false;
    const endsAt = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(NONCE));
    const leftMs = endsAt - this.#clock.now();
    if (leftMs <= 0 || leftMs > TICKET_MS) return false;
    return this.#bus.tryClaim(`ticket:${toBase64Url(bytes.subarray(0, NONCE))}`, leftMs + 1_000);
  }
}

function message(bytes: Uint8Array, session: Session, map: MapId): string {
  return `ticket ${toBase64Url(bytes.subarray(0, HEAD))} ${session.sid} ${map}`;
}
