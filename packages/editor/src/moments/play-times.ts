/** A pause between two changes lasts at most so long in a play. */
const LONGEST_PAUSE_MS = 1_500;

/** When a change was made, and whether the map is drawn otherwise since. */
export interface ChangeTime {
  readonly at: number;
  readonly isSeen: boolean;
}

/**
 * When each moment of a map's past comes in a play of it: as far apart as people worked, but no pause is long. What shows nothing comes
 * with the next change that does, and takes no time.
 */
export class PlayTimes {
  /** Of the moment after change 0, 1, 2 and so on. */
  readonly #starts: Float64Array;

  readonly #lastSeen: number;

  /** The first change first. */
  constructor(changes: readonly ChangeTime[]) {
    this.#starts = new Float64Array(changes.length + 1);
    let seen: { readonly seq: number; readonly at: number; readonly startMs: number } | null = null;
    for (const [n, { at, isSeen }] of changes.entries()) {
      if (!isSeen) continue;
      const gap: number = seen === null ? 0 : Math.max(0, at - seen.at);
      const startMs: number = (seen?.startMs ?? 0) + Math.min(gap, LONGEST_PAUSE_MS);
      this.#starts.fill(startMs, (seen?.seq ?? 0) + 1, n + 2);
      seen = { seq: n + 1, at, startMs };
    }
    this.#starts.fill(seen?.startMs ?? 0, (seen?.seq ?? 0) + 1);
    this.#lastSeen = seen?.seq ?? 0;
  }

  /** The last change that shows something; 0 where none does. */
  get lastSeen(): number {
    return this.#lastSeen;
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
