import type { Cancel, Clock } from '@bough/base';
import { VirtualClock } from '@bough/base/testing';

/** A clock that goes as the machine's does, and can be told to jump: what falls due on the way runs. */
export class RunningClock implements Clock {
  readonly #virtual = new VirtualClock();
  readonly #timer: NodeJS.Timeout;
  #seenMs = performance.now();

  constructor() {
    this.#timer = setInterval(() => this.jump(0), 2);
  }

  now(): number {
    return Math.floor(this.#virtual.now());
  }
  monotonic(): number {
    return this.#virtual.monotonic();
  }
  after(delayMs: number, run: () => void): Cancel {
    return this.#virtual.after(delayMs, run);
  }

  /** Moves on by so much at once. */
  jump(ms: number): void {
    const nowMs = performance.now();
    const passedMs = nowMs - this.#seenMs;
    this.#seenMs = nowMs;
    this.#virtual.advance(passedMs + ms);
  }

  /** Ends it. */
  stop(): void {
    clearInterval(this.#timer);
  }
}
