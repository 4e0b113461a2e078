import type { NumberedChange } from '@bough/map';
import { type Writer, writerName } from './writers.ts';

/** So many are here at least, once there were as many, */
export const LEAST = 4_096;
/** and so many more at most: the oldest go together. */
export const MORE = 256;
/** What a change and an op in it take in memory, measured. */
const CHANGE_BYTES = 200;
const OP_BYTES = 220;

/** The last changes of a document, dense, in memory: for transforming, for answering repeats, for filling gaps. */
export class Recent {
  #changes: NumberedChange[];
  #seq: number;
  #ops: number;
  /** By writer and counter; made when somebody first asks. */
  #byName: Map<string, NumberedChange> | null = null;

  /** `changes` end with `seq`; none are fine. */
  constructor(changes: readonly NumberedChange[], seq: number) {
    this.#changes = changes.slice(-LEAST);
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
    this.#byName?.set(nameOf(change, change.counter), change);
    if (this.#changes.length <= LEAST + MORE) return;
    for (const gone of this.#changes.splice(0, MORE)) {
      this.#ops -= gone.ops.length;
      this.#byName?.delete(nameOf(gone, gone.counter));
    }
  }

  /** The changes `from`..`to`, or null when some of them are not here any more. */
  between(from: number, to: number): readonly NumberedChange[] | null {
    if (from <= this.after || to > this.#seq) return null;
    return this.#changes.slice(from - this.after - 1, to - this.after);
  }

  /** The change of this writer with this counter, or null; costs as little however many there are. */
  find(writer: Writer, counter: number): NumberedChange | null {
    this.#byName ??= new Map(this.#changes.map((each) => [nameOf(each, each.counter), each]));
    const { client, author, formerly } = writer;
    const own = this.#byName.get(nameOf({ client, author }, counter));
    if (own !== undefined || formerly === undefined) return own ?? null;
    return this.#byName.get(nameOf({ client, author: formerly }, counter)) ?? null;
  }
}

function nameOf(writer: Pick<Writer, 'client' | 'author'>, counter: number): string {
  return `${writerName(writer)} ${counter}`;
}

function opsIn(changes: readonly NumberedChange[]): number {
  return changes.reduce((sum, change) => sum + change.ops.length, 0);
}
