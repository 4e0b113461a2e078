import type { Clock } from '@bough/base';

/**
 * Moments, evenly spaced, that are the same for all: what can wait until the next one shares its wake-up, its packet and its flush
 * with what others have to do then, whatever map it is about.
 */
export class Beat {
  readonly #clock: Clock;
  readonly #everyMs: number;
  #waiting: (() => void)[] = [];

  constructor(clock: Clock, settings: { readonly everyMs: number }) {
    this.#clock = clock;
    this.#everyMs = settings.everyMs;
  }

  /** Runs it at the next moment. */
  next(run: () => void): void {
    this.#waiting.push(run);
    if (this.#waiting.length > 1) return;
    const inMs = this.#everyMs - (this.#clock.monotonic() % this.#everyMs);
    this.#clock.after(inMs, () => {
      const due = this.#waiting;
      this.#waiting = [];
      for (const one of due) one();
    });
  }
}
