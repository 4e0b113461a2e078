import type { Clock } from '@bough/base';

/** Lets `burst` through at once, and `perSecond` in the long run. */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #atMs: number;

  constructor(clock: Clock, settings: { readonly perSecond: number; readonly burst: number }) {
    this.#clock = clock;
    this.#perSecond = settings.perSecond;
    this.#burst = settings.burst;
    this.#tokens = settings.burst;
    this.#atMs = clock.monotonic();
  }

  /** Takes one; false: there is none, wait. */
  tryTake(): boolean {
    const nowMs = this.#clock.monotonic();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((nowMs - this.#atMs) / 1000) * this.#perSecond);
    this.#atMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
