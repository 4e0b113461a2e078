import type { NumberedChange } from '@bough/map';

const MOST = 4_096;
/** What a change and an op in it take in memory, measured. */
const CHANGE_BYTES = 200;
const OP_BYTES = 220;

/** The last changes of a document, dense, in memory: for transforming, for answering repeats, for filling gaps. */
export class Recent {
  #changes: NumberedChange[];
  #seq: number;
  #ops: number;

  /** `changes` end with `seq`; none are fine. */
  constructor(changes: readonly NumberedChange[], seq: number) {
    this.#changes = changes.slice(-MOST);
    this.#seq = seq;
    this.#ops = opsIn(this.#changes);
  }

  /** The number after which everything is here. */
  get after(): number {
    return this.#seq - this.#changes.length;
  }

  /** About how many bytes of memory they take. */
  get weight(): number {
    return this.#changes.length * CHANGE_BYTES + this.#ops * OP_BYTES;
  }

  push(change: NumberedChange): void {
    this.#changes.push(change);
    this.#seq = change.seq;
    this.#ops += change.ops.length;
    if (this.#changes.length <= 2 * MOST) return;
    this.#changes = this.#changes.slice(-MOST);
    this.#ops = opsIn(this.#changes);
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

function opsIn(changes: readonly NumberedChange[]): number {
  return changes.reduce((sum, change) => sum + change.ops.length, 0);
}
