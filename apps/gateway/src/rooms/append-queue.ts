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
/** Whoever breaks so long a silence is alone, whoever wrote before. */
const SILENCE_MS = 500;
/** Most submits of one call. */
const MOST = 32;

/**
 * Submits of one map. Somebody who writes alone is sent on at once; while several write, what they say until the next beat goes in one
 * call, together with what is said in other maps: that costs both ends little more than one submit does.
 */
export class AppendQueue<A> {
  readonly #parts: AppendQueueParts<A>;
  #waiting: Submit<A>[] = [];
  /** Whose the last call was; null: several people's. */
  #lastClient: ClientId | null = null;
  #sentMs = -Infinity;

  constructor(parts: AppendQueueParts<A>) {
    this.#parts = parts;
  }

  add(submit: Submit<A>): void {
    this.#waiting.push(submit);
    const { beat, clock } = this.#parts;
    const isFirst = this.#waiting.length === 1;
    const isAlone = clientOf(submit) === this.#lastClient || clock.monotonic() - this.#sentMs >= SILENCE_MS;
    if ((isFirst && isAlone) || this.#waiting.length >= MOST) this.#send();
    else if (isFirst) beat.next(() => this.#send());
  }

  #send(): void {
    const submits = this.#waiting;
    const [first] = submits;
    if (first === undefined) return;
    this.#waiting = [];
    this.#sentMs = this.#parts.clock.monotonic();
    this.#lastClient = submits.every((each) => clientOf(each) === clientOf(first)) ? clientOf(first) : null;
    this.#parts.send(submits);
  }
}

function clientOf(submit: Submit<unknown>): ClientId | null {
  return submit.changes[0]?.client ?? null;
}
