import type { Clock } from '@bough/base';
import { NO_OPS } from '@bough/map';
import type { Connection } from './connection.ts';
import type { SubmittedChange } from '../wire/frames.ts';
import type { Journal } from './journal.ts';
import { PROTOCOL_LIMITS, utf8Bytes } from '../wire/protocol.ts';
import { type Pending, savedPending } from '../replica/pending.ts';
import type { Replica } from '../replica/replica.ts';

/** A submit without an answer for so long is sent again: what was kept is known by its counters. */
const RESEND_MS = 4000;

/**
 * Sends what is pending: one submit at a time, in counter order, only what is durable here. What is edited meanwhile is
 * composed where it can be, and goes with the next one.
 */
export class Outbox {
  readonly #clock: Clock;
  readonly #replica: Replica;
  readonly #journal: Journal;
  readonly #connection: Connection;
  #inFlight: { readonly last: number; readonly sentMs: number } | null = null;

  constructor(clock: Clock, replica: Replica, journal: Journal, connection: Connection) {
    this.#clock = clock;
    this.#replica = replica;
    this.#journal = journal;
    this.#connection = connection;
  }

  /** The change in its present form is to be stored. */
  keep(pending: Pending): void {
    this.#journal.put({ kind: 'pending', pending: savedPending(pending, this.#replica.position) });
  }

  /** Nobody knows what came of the last submit. */
  lineLost(): void {
    this.#inFlight = null;
  }

  /** Whether the last submit has waited for its answer for too long: it will be sent again. */
  tick(): boolean {
    if (this.#inFlight === null || this.#clock.monotonic() - this.#inFlight.sentMs < RESEND_MS) return false;
    this.#inFlight = null;
    return true;
  }

  /** Sends the next submit when the last one is settled and something is ready. */
  send(): void {
    const [first] = this.#replica.pending;
    if (first === undefined || (this.#inFlight !== null && first.counter <= this.#inFlight.last)) return;
    this.#inFlight = null;
    this.#replica.freeze();
    const changes = this.#ready();
    const last = changes.at(-1);
    if (last === undefined) return;
    this.#inFlight = { last: last.counter, sentMs: this.#clock.monotonic() };
    this.#connection.send({ kind: 'submit', base: this.#replica.position, changes });
  }

  /** The first changes that are durable and fit into one frame; a large one goes alone. */
  #ready(): SubmittedChange[] {
    const ready: SubmittedChange[] = [];
    let before = this.#replica.lastOwn;
    let bytes = 200;
    for (const { counter, ops } of this.#replica.pending) {
      if (ready.length + 2 > PROTOCOL_LIMITS.submitChanges || !this.#journal.isSaved(counter)) break;
      bytes += utf8Bytes(JSON.stringify(ops)) + 50;
      if (bytes > PROTOCOL_LIMITS.frameBytes && ready.length > 0) break;
      // What is missing was refused, or others had done it; docstore may not know, or not any more.
      if (counter > before + 1) ready.push({ counter: counter - 1, ops: NO_OPS });
      ready.push({ counter, ops });
      before = counter;
    }
    return ready;
  }
}
