import type { NumberedChange } from '@bough/map';

const MOST = 4_096;

/** The last changes of a document, dense, in memory: for transforming, for answering repeats, for filling gaps. */
export class Recent {
  #changes: NumberedChange[];
  #seq: number;

  /** `changes` end with `seq`; none are fine. */
  constructor(changes: readonly NumberedChange[], seq: number) {
    this.#changes = changes.slice(-MOST);
    this.#seq = seq;
  }

  /** The number after which everything is here. */
  get after(): number {
    return this.#seq - this.#changes.length;
  }

  /** About how many bytes of memory they take. */
  get weight(): number {
    return this.#changes.length * 500;
  }

  push(change: NumberedChange): void {
    this.#changes.push(change);
    this.#seq = change.seq;
    if (this.#changes.length > 2 * MOST) this.#changes = this.#changes.slice(-MOST);
  }

  /** The changes `from`..`to`, or null when some of them are not here any more. */
  between(from: number, to: number): readonly NumberedChange[] | null {
    if (from <= this.after || to > this.#seq) return null;
    return this.#changes.slice(from - this.after - 1, to - this.after);
  }

  /** The change of this client with this counter, or null. */
  find(client: string, counter: number): NumberedChange | null {
    return this.#changes.findLast((each) => each.client === client && each.counter === counter) ?? null;
  }
}
