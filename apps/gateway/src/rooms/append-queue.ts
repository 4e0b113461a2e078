import type { Clock } from '@bough/base';
import type { Change } from '@bough/map';
import type { Beat } from './beat.ts';
import { Company } from './company.ts';

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

/** Most submits of one call. */
const MOST = 32;

/**
 * Submits of one map. Somebody who writes alone is sent on at once; while several write, what they say until a beat goes in one
 * call, together with what is said in other maps: that costs both ends little more than one submit does.
 */
export class AppendQueue<A> {
  readonly #parts: AppendQueueParts<A>;
  readonly #company: Company;
  #waiting: Submit<A>[] = [];

  constructor(parts: AppendQueueParts<A>) {
    this.#parts = parts;
    this.#company = new Company(parts.clock);
  }

  add(submit: Submit<A>): void {
    this.#waiting.push(submit);
    const [change] = submit.changes;
    const areSeveral = change !== undefined && this.#company.isFoundBy(change.client);
    const isFirst = this.#waiting.length === 1;
    if ((isFirst && !areSeveral) || this.#waiting.length >= MOST) this.#send();
    else if (isFirst) this.#parts.beat.next(() => this.#send(), this.#company.ofEvery);
  }

  #send(): void {
    const submits = this.#waiting;
    this.#waiting = [];
    if (submits.length > 0) this.#parts.send(submits);
  }
}
