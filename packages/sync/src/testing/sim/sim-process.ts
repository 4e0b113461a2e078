import type { Cancel, Clock } from '@bough/base';

/** The clock of one process: when the process is killed, nothing that it planned happens any more. */
export class ProcessClock implements Clock {
  readonly #clock: Clock;
  #isDead = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isDead(): boolean {
    return this.#isDead;
  }
  kill(): void {
    this.#isDead = true;
  }
  now(): number {
    return this.#clock.now();
  }
  monotonic(): number {
    return this.#clock.monotonic();
  }
  after(delayMs: number, run: () => void): Cancel {
    return this.#clock.after(delayMs, () => {
      if (!this.#isDead) run();
    });
  }
}
