/** A pause between two changes lasts at most so long in a play. */
const LONGEST_PAUSE_MS = 1_500;

/** When each moment of a map's past comes in a play of it: as far apart as people worked, but no pause is long. */
export class PlayTimes {
  /** Of the moment after change 0, 1, 2 and so on. */
  readonly #starts: Float64Array;

  /** `times` says when each change was made, the first one first. */
  constructor(times: readonly number[]) {
    this.#starts = new Float64Array(times.length + 1);
    for (const [n, at] of times.entries()) {
      const gap = n === 0 ? 0 : Math.max(0, at - (times[n - 1] ?? at));
      this.#starts[n + 1] = (this.#starts[n] ?? 0) + Math.min(gap, LONGEST_PAUSE_MS);
    }
  }

  /** How far the play is when the moment after change `seq` comes, in milliseconds. */
  startOf(seq: number): number {
    return this.#starts[seq] ?? this.#starts.at(-1) ?? 0;
  }

  /** The moment that is shown when the play is that far: the last that has come by then. */
  seqAt(ms: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= ms) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
