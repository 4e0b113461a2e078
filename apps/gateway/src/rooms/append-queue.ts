import type { ClientId, Clock } from '@bough/base';
import type { Change } from '@bough/map';
import type { Beat } from './beat.ts';

/** Changes of one client on their way to docstore, and who is to be told what became of them. */
export interface Submit<A> {
  readonly base: number;
  readonly changes: readonly Change[];
  readonly answer: A;
}

export interface AppendQueueParts<A> {
  readonly clock: Clock;
  /** When what can wait is sent: at the same moments for all maps. */
  readonly beat: Beat;
  /** Takes submits of different clients to docstore, all in one call. */
  readonly send: (submits: readonly Submit<A>[]) => void;
}

/** Twelve pictures a second are lively enough, and all of it is seen within a tenth of one. */
export const BEAT_MS = 80;
/** Two write together when one follows the other within so long, and for so long after that. */
const TOGETHER_MS = 500;
/** Most submits of one call. */
const MOST = 32;

/**
 * Submits of one map. Somebody who writes alone is sent on at once; while several write, what they say until the next beat goes in one
 * call, together with what is said in other maps: that costs both ends little more than one submit does.
 */
export class AppendQueue<A> {
  readonly #parts: AppendQueueParts<A>;
  #waiting: Submit<A>[] = [];
  /** Who wrote last, and when. */
  #last: { readonly client: ClientId | null; readonly atMs: number } = { client: null, atMs: -Infinity };
  /** When somebody wrote soon after somebody else. */
  #togetherMs = -Infinity;

  constructor(parts: AppendQueueParts<A>) {
    this.#parts = parts;
  }

  add(submit: Submit<A>): void {
    this.#waiting.push(submit);
    const areSeveral = this.#areSeveral(clientOf(submit));
    const isFirst = this.#waiting.length === 1;
    if ((isFirst && !areSeveral) || this.#waiting.length >= MOST) this.#send();
    else if (isFirst) this.#parts.beat.next(() => this.#send());
  }

  /** Whether this client does not write alone. */
  #areSeveral(client: ClientId | null): boolean {
    const nowMs = this.#parts.clock.monotonic();
    if (client !== this.#last.client && nowMs - this.#last.atMs < TOGETHER_MS) this.#togetherMs = nowMs;
    this.#last = { client, atMs: nowMs };
    return nowMs - this.#togetherMs < TOGETHER_MS;
  }

  #send(): void {
    const submits = this.#waiting;
    this.#waiting = [];
    if (submits.length > 0) this.#parts.send(submits);
  }
}

function clientOf(submit: Submit<unknown>): ClientId | null {
  return submit.changes[0]?.client ?? null;
}
