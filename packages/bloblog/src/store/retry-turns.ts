import { backoffMs, type Clock, type Random } from '@bough/base';
import { type StoreBackoff } from './store-backoff.ts';

const MOST_AT_ONCE = 8;

/**
 * Who tries again after a failure, in the order in which they ask: one after the other with a growing pause for as long as nothing
 * succeeds, so that a location that is away is asked by one, however many wait for it; then more and more of them at once.
 */
export class RetryTurns {
  readonly #ports: { readonly clock: Clock; readonly random: Random };
  readonly #backoff: StoreBackoff;
  #waiting: (() => void)[] = [];
  #active = 0;
  #width = 1;
  #failures = 0;
  #isPausing = false;
  #isClosed = false;

  constructor(ports: { readonly clock: Clock; readonly random: Random }, settings: { readonly backoff: StoreBackoff }) {
    this.#ports = ports;
    this.#backoff = settings.backoff;
  }

  /** Whether what was tried last failed: whoever has not tried yet had better wait for a turn, too. */
  get isAway(): boolean {
    return this.#failures > 0;
  }

  /** Resolves when it is one's turn, or when there are none any more. Whoever had one ends it. */
  take(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    this.#next();
    return promise;
  }

  /** To be called with each outcome of whoever had a turn. */
  end(hasSucceeded: boolean): void {
    this.#active = Math.max(0, this.#active - 1);
    if (hasSucceeded) this.#succeeded();
    else this.failed();
    this.#next();
  }

  /** To be called when somebody failed who had not waited for a turn. */
  failed(): void {
    this.#width = 1;
    if (this.#isPausing) return;
    this.#isPausing = true;
    const { clock, random } = this.#ports;
    clock.after(backoffMs(this.#backoff, this.#failures++, random), () => {
      this.#isPausing = false;
      this.#next();
    });
  }

  /** Lets everybody go who waits. */
  close(): void {
    this.#isClosed = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  #succeeded(): void {
    this.#failures = 0;
    this.#width = Math.min(MOST_AT_ONCE, this.#width * 2);
  }

  #next(): void {
    while (!this.#isPausing && this.#active < this.#width) {
      const resolve = this.#waiting.shift();
      if (resolve === undefined) return;
      this.#active++;
      resolve();
    }
  }
}
