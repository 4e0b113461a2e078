import type { PersonId, PrefixName } from '@bough/base';
import type { Change } from '@bough/map';
import type { Beat } from './beat.ts';

/** Changes of one writer on their way to docstore, and who is to be told what became of them. */
export interface Submit<A> {
  readonly base: PrefixName;
  /** As in packages/sync's Writer. */
  readonly formerly: PersonId | null;
  /** As in packages/sync's Submitter. */
  readonly mayEdit: boolean;
  readonly changes: readonly Change[];
  readonly answer: A;
}

export interface AppendQueueParts<A> {
  readonly beat: Pick<Beat, 'isNow' | 'next'>;
  /** Takes submits of different writers to docstore, all in one call. */
  readonly send: (submits: readonly Submit<A>[]) => void;
}

/** Most submits of one call. */
const MOST = 32;

/**
 * Submits of one map. What is read at a moment of the beat goes in one call at its end, together with what is said in other maps: that
 * costs both ends little more than one submit does. What is read between moments, because somebody writes alone, is sent on at once.
 */
export class AppendQueue<A> {
  readonly #parts: AppendQueueParts<A>;
  #waiting: Submit<A>[] = [];

  constructor(parts: AppendQueueParts<A>) {
    this.#parts = parts;
  }

  add(submit: Submit<A>): void {
    const { beat } = this.#parts;
    this.#waiting.push(submit);
    if (!beat.isNow || this.#waiting.length >= MOST) this.#send();
    else if (this.#waiting.length === 1) beat.next(() => this.#send());
  }

  #send(): void {
    const submits = this.#waiting;
    this.#waiting = [];
    if (submits.length > 0) this.#parts.send(submits);
  }
}
