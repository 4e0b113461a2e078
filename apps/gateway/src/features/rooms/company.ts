import type { Clock, PeerId } from '@bough/base';

/** Two write together when one follows the other within so long, and for so long after that. */
const TOGETHER_MS = 500;
/** So many who write together are a crowd. */
const CROWD = 6;

/** Knows of one map whether whoever writes has company. */
export class Company {
  readonly #clock: Clock;
  /** Who wrote, and when: the last one last. */
  readonly #wrote = new Map<PeerId, number>();
  /** When somebody wrote soon after somebody else. */
  #togetherMs = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes that this one writes; whether it does not write alone. */
  isFoundBy(peer: PeerId): boolean {
    const nowMs = this.#clock.monotonic();
    for (const [other, atMs] of this.#wrote) {
      if (nowMs - atMs < TOGETHER_MS) break;
      this.#wrote.delete(other);
    }
    this.#wrote.delete(peer);
    if (this.#wrote.size > 0) this.#togetherMs = nowMs;
    this.#wrote.set(peer, nowMs);
    return nowMs - this.#togetherMs < TOGETHER_MS;
  }

  /** Of how many beats one is enough: the more write, the more there is to see at each, and fewer are as lively. */
  get ofEvery(): number {
    if (this.#wrote.size >= CROWD) return 4;
    return this.#wrote.size > 2 ? 2 : 1;
  }
}
