import { type ClientId, type Clock, type MapId, parseBase64Url, type Random, toBase64Url } from '@bough/base';
import { isSeal, seal } from '../../secrets/keys.ts';
import type { Session } from '../../http/session.ts';

// A ticket: 16 random bytes, the end of its life (8 bytes, ms), and the HMAC of both with the session, the map and the client; base64url.
// So a socket's client is one that its own session asked for. Every gateway can check it by itself, and asks nobody. Which were used each
// gateway remembers for itself: one that was overheard could be used once more on each other gateway while it lives, by whoever also has the
// session's cookie and says that very client's name, which ends the socket of that client. Whoever has the cookie can ask for tickets; so nothing is gained by it.

/** A ticket lives this long: a page uses it at once, or asks for another. */
export const TICKET_MS = 10_000;
/** How far the clocks of two gateways may be apart. */
const CLOCKS_MS = 10_000;
const NONCE = 16;
const HEAD = NONCE + 8;
const LENGTH = HEAD + 32;
/** Used tickets in memory, far more than joins in a ticket's life. */
const USED_MOST = 200_000;

/** What a ticket is good for. */
export interface TicketFor {
  readonly session: Session;
  readonly map: MapId;
  readonly client: ClientId;
}

/** One-time proof that a socket was opened by our own page in this session. */
export class Tickets {
  readonly #keys: readonly Uint8Array[];
  readonly #clock: Clock;
  readonly #random: Random;
  /** Until when, by the wall; in the order of use. */
  readonly #used = new Map<string, number>();

  constructor(components: { readonly keys: readonly Uint8Array[]; readonly clock: Clock; readonly random: Random }) {
    this.#keys = components.keys;
    this.#clock = components.clock;
    this.#random = components.random;
  }

  /** A new ticket. */
  issue(what: TicketFor): string {
    const bytes = new Uint8Array(LENGTH);
    bytes.set(this.#random.bytes(NONCE));
    new DataView(bytes.buffer).setBigUint64(NONCE, BigInt(this.#clock.now() + TICKET_MS));
    bytes.set(seal(this.#keys, message(bytes, what)), HEAD);
    return toBase64Url(bytes);
  }

  /** Uses the ticket up; false: not ours, for another session, map or client, too old, or used before on this gateway. */
  tryUse(ticket: string, { session, map, client }: TicketFor): boolean {
    const bytes = parseBase64Url(ticket);
    if (bytes === null || bytes.length !== LENGTH) return false;
    if (!isSeal(this.#keys, message(bytes, { session, map, client }), bytes.subarray(HEAD))) return false;
    const endsAt = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(NONCE));
    const nowMs = this.#clock.now();
    if (endsAt + CLOCKS_MS <= nowMs || endsAt > nowMs + TICKET_MS + CLOCKS_MS) return false;
    const nonce = toBase64Url(bytes.subarray(0, NONCE));
    if (this.#used.has(nonce)) return false;
    this.#forget(nowMs);
    this.#used.set(nonce, endsAt + CLOCKS_MS);
    return true;
  }

  #forget(nowMs: number): void {
    for (const [nonce, endsAt] of this.#used) {
      if (endsAt > nowMs && this.#used.size < USED_MOST) return;
      this.#used.delete(nonce);
    }
  }
}

function message(bytes: Uint8Array, { session, map, client }: TicketFor): string {
  return `ticket ${toBase64Url(bytes.subarray(0, HEAD))} ${session.sid} ${map} ${client}`;
}
