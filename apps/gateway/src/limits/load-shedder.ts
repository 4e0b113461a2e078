import type { Cancel, Clock } from '@bough/base';

// More visits than the processor can serve would make all of them slow, those inside too, until everybody gives up and nothing of
// the work was of use. So as many are turned away at the door as must be, while they have cost nothing yet; whoever is inside stays,
// and so does every open socket. How late a timer runs says how much work waits.

const LOOK_MS = 50;
/** Work that waits so long is noticed by nobody. */
const CALM_MS = 40;
/** So much at least is let in: else nobody would know when it is over. */
const LEAST_SHARE = 0.02;
/** So few visits a second are no crowd, whatever else makes the process late: a busy machine, or one large map. */
const NO_CROWD = 20;
const SLOWEST = 0.85;
const FASTEST = 1.04;

/** The share of visits to let in next, when the share was this and work waited so long. */
export function nextShare(share: number, waitedMs: number): number {
  const change = 1 - (waitedMs - CALM_MS) / (8 * CALM_MS);
  return Math.min(1, Math.max(LEAST_SHARE, share * Math.min(FASTEST, Math.max(SLOWEST, change))));
}

/** Counts visits in at the door of one process. */
export class LoadShedder {
  readonly #clock: Clock;
  #share = 1;
  #credit = 0;
  #free = NO_CROWD;
  #freeAtMs: number;
  #cancel: Cancel | null = null;

  constructor(components: { readonly clock: Clock }) {
    this.#clock = components.clock;
    this.#freeAtMs = this.#clock.monotonic();
  }

  /** The share of visits that are let in at present: 1, unless there are too many. */
  get share(): number {
    return this.#share;
  }

  stop(): void {
    this.#cancel?.();
  }

  /** Whether one more visit is let in. */
  tryEnter(): boolean {
    this.#look();
    if (this.#isOneOfFew() || this.#share === 1) return true;
    this.#credit += this.#share;
    if (this.#credit < 1) return false;
    this.#credit -= 1;
    return true;
  }

  #isOneOfFew(): boolean {
    const nowMs = this.#clock.monotonic();
    this.#free = Math.min(NO_CROWD, this.#free + ((nowMs - this.#freeAtMs) * NO_CROWD) / 1_000);
    this.#freeAtMs = nowMs;
    if (this.#free < 1) return false;
    this.#free -= 1;
    return true;
  }

  /** Looks once more, and again while anybody is turned away; with nobody at the door there is no timer. */
  #look(): void {
    if (this.#cancel !== null) return;
    const dueMs = this.#clock.monotonic() + LOOK_MS;
    this.#cancel = this.#clock.after(LOOK_MS, () => {
      this.#cancel = null;
      this.#share = nextShare(this.#share, Math.max(0, this.#clock.monotonic() - dueMs));
      if (this.#share < 1) this.#look();
    });
  }
}
