import type { ClientId, Clock } from '@bough/base';

/** Two write together when one follows the other within so long, and for so long after that. */
const TOGETHER_MS = 500;

/** Knows of one map whether whoever writes has company. */
export class Company {
  readonly #clock: Clock;
  /** Who wrote last, and when. */
  #last: { readonly client: ClientId | null; readonly atMs: number } = { client: null, atMs: -Infinity };
  /** When somebody wrote soon after somebody else. */
  #togetherMs = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes that this client writes; whether it does not write alone. */
  isFoundBy(client: ClientId | null): boolean {
    const nowMs = this.#clock.monotonic();
    if (client !== this.#last.client && nowMs - this.#last.atMs < TOGETHER_MS) this.#togetherMs = nowMs;
    this.#last = { client, atMs: nowMs };
    return nowMs - this.#togetherMs < TOGETHER_MS;
  }
}
