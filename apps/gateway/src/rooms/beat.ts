import type { Clock } from '@bough/base';

/** Twelve pictures a second are lively enough, and all of it is seen within a tenth of one. */
export const BEAT_MS = 80;

/**
 * Moments, evenly spaced, that are the same for all: what can wait until the next one shares its wake-up, its packet and its flush
 * with what others have to do then, whatever map it is about.
 */
export class Beat {
  readonly #clock: Clock;
  readonly #everyMs: number;
  #waiting: (() => void)[] = [];
  #isNow = false;

  constructor(clock: Clock, settings: { readonly everyMs: number }) {
    this.#clock = clock;
    this.#everyMs = settings.everyMs;
  }

  /** Runs it at the next moment; what is asked for at a moment, at the end of that. */
  next(run: () => void): void {
    this.#waiting.push(run);
    if (this.#isNow || this.#waiting.length > 1) return;
    const inMs = this.#everyMs - (this.#clock.monotonic() % this.#everyMs);
    this.#clock.after(inMs, () => this.#run());
  }

  #run(): void {
    this.#isNow = true;
    while (this.#waiting.length > 0) {
      const due = this.#waiting;
      this.#waiting = [];
      for (const one of due) one();
    }
    this.#isNow = false;
  }
}
