import type { Clock } from '@bough/base';

/** What happened in a simulation, as one number: the same seed must give the same. Keeps the last lines for reading. */
export class Trace {
  readonly #clock: Clock;
  readonly #keep: number;
  #hash = 0x811c9dc5;
  #lines: string[] = [];

  constructor(clock: Clock, keep = 0) {
    this.#clock = clock;
    this.#keep = keep;
  }

  add(line: string): void {
    const stamped = `${this.#clock.monotonic()} ${line}`;
    for (let at = 0; at < stamped.length; at++)
      this.#hash = Math.imul(this.#hash ^ stamped.charCodeAt(at), 0x01000193) >>> 0;
    if (this.#keep === 0) return;
    this.#lines.push(stamped);
    if (this.#lines.length > this.#keep) this.#lines = this.#lines.slice(-this.#keep / 2);
  }

  /** FNV-1a over everything added so far. */
  get hash(): string {
    return this.#hash.toString(16).padStart(8, '0');
  }

  get lines(): readonly string[] {
    return this.#lines;
  }
}
