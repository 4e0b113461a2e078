import type { Clock } from '@bough/base';

/** Of each several where more than two write: see Company. Twelve pictures a second are lively enough then. */
export const BEAT_MS = 40;

/**
 * Moments, evenly spaced, that are the same for all: what can wait until the next one shares its wake-up, its packet and its flush
 * with what others have to do then, whatever map it is about.
 */
export class Beat {
  readonly #clock: Clock;
  readonly #everyMs: number;
  /** What waits, by the number of its moment. */
  readonly #waiting = new Map<number, (() => void)[]>();
  /** What is done at the moment that is now; null between moments. */
  #now: (() => void)[] | null = null;

  constructor(clock: Clock, settings: { readonly everyMs: number }) {
    this.#clock = clock;
    this.#everyMs = settings.everyMs;
  }

  /** Runs it at the next moment, or at the next of every so many; what is asked for at a moment, at the end of that. */
  next(run: () => void, ofEvery = 1): void {
    if (this.#now !== null) {
      this.#now.push(run);
      return;
    }
    const nowMs = this.#clock.monotonic();
    const number = Math.ceil((Math.floor(nowMs / this.#everyMs) + 1) / ofEvery) * ofEvery;
    const known = this.#waiting.get(number);
    if (known !== undefined) {
      known.push(run);
      return;
    }
    this.#waiting.set(number, [run]);
    this.#clock.after(number * this.#everyMs - nowMs, () => this.#run(number));
  }

  /** Whether this is a moment: what is asked for is done at its end. */
  get isNow(): boolean {
    return this.#now !== null;
  }

  /** Makes a moment of its own for this, unless there is one now. */
  now(run: () => void): void {
    if (this.#now === null) this.#do([run]);
    else run();
  }

  #run(number: number): void {
    const due = this.#waiting.get(number) ?? [];
    this.#waiting.delete(number);
    this.#do(due);
  }

  #do(due: (() => void)[]): void {
    this.#now = due;
    try {
      // It may grow meanwhile.
      for (const one of due) one();
    } finally {
      this.#now = null;
    }
  }
}
