import type { Cancel, Clock } from '@bough/base';

// More visits than the processor can serve would make all of them slow, those inside too, until everybody gives up and nothing of
// the work was of use. So as many are turned away at the door as must be, while they have cost nothing yet; whoever is inside stays,
// and so does every open socket. How much work waits is said by how late a timer runs, and by how long somebody waits who knocks at the
// door as visitors do: they can stand there in a long row while those inside are served at once.

const LOOK_MS = 50;
/** Where more come than can be served, work shall wait so long: so there is always some, and whoever is inside notices little of it. */
const WAIT_MS = 200;
/** Waits up to there come and go, where there is room, too. */
const CALM_MS = 75;
/** How much of the way to `WAIT_MS` is made in one look. */
const BACK = 1 / 24;
/** Up to there nobody waits, and the share comes back faster: the crowd may have gone. */
const NOBODY_MS = 20;
const BACK_AGAIN = 1 / 8;
/** So much at least is let in: else nobody would know when it is over. */
const LEAST_SHARE = 0.02;
/** So few visits a second are no crowd, whatever else makes the process late: a busy machine, or one large map. */
const NO_CROWD = 20;
/** The most by which the share falls in one look; by as much it may rise, or it would stay below what there is room for. */
const SLOWEST = 0.5;
const FASTEST = 1 / SLOWEST;

/**
 * The share of visits to let in next, when it was this, and work waits so long and waited so long at the look before. That the wait grows
 * counts as much as that it is long: the work of those who were let in comes only later.
 */
export function nextShare(share: number, waitedMs: number, beforeMs: number): number {
  const grown = Math.max(CALM_MS, waitedMs) - Math.max(CALM_MS, beforeMs);
  const back = waitedMs < NOBODY_MS ? BACK_AGAIN : BACK;
  const change = 1 - (back * (waitedMs - WAIT_MS) + grown) / WAIT_MS;
  return Math.min(1, Math.max(LEAST_SHARE, share * Math.min(FASTEST, Math.max(SLOWEST, change))));
}

export interface LoadShedderParts {
  readonly clock: Clock;
  /** Comes to the door as somebody new, and resolves when that was answered. */
  readonly knock: () => Promise<void>;
}

/** Counts visits in at the door of one process. */
export class LoadShedder {
  readonly #clock: Clock;
  readonly #knock: () => Promise<void>;
  #share = 1;
  #credit = 0;
  #free = NO_CROWD;
  #freeAtMs: number;
  #cancel: Cancel | null = null;
  /** Whether more than a few came since the last look. */
  #isCrowd = false;
  /** Since when a knock waits; null: none does. */
  #knockedAtMs: number | null = null;
  /** How long the last one that was answered waited. */
  #doorMs = 0;
  /** How long work waited at the last look, and at the two last ones. */
  #seenMs = 0;
  #waitedMs = 0;

  constructor({ clock, knock }: LoadShedderParts) {
    this.#clock = clock;
    this.#knock = knock;
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
    if (this.#isOneOfFew()) return true;
    this.#isCrowd = true;
    if (this.#share === 1) return true;
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

  /**
   * Looks once more, and again while anybody is turned away; with nobody at the door there is no timer, and for a few nobody knocks. While
   * anybody would be turned away somebody knocks although nobody comes: what was heard last says nothing of now.
   */
  #look(): void {
    if (this.#cancel !== null) return;
    const dueMs = this.#clock.monotonic() + LOOK_MS;
    if (this.#isCrowd || this.#share < 1) this.#knockOnce();
    this.#isCrowd = false;
    this.#cancel = this.#clock.after(LOOK_MS, () => {
      this.#cancel = null;
      const nowMs = this.#clock.monotonic();
      const knockedMs = this.#knockedAtMs === null ? 0 : nowMs - this.#knockedAtMs;
      const seenMs = Math.max(nowMs - dueMs, knockedMs, this.#doorMs);
      // What is gone at the next look was one large map, or a slow disk, and no crowd.
      const waitedMs = Math.min(seenMs, this.#seenMs);
      this.#share = nextShare(this.#share, waitedMs, this.#waitedMs);
      this.#waitedMs = waitedMs;
      this.#seenMs = seenMs;
      if (this.#share < 1) this.#look();
    });
  }

  /** One at a time. */
  #knockOnce(): void {
    if (this.#knockedAtMs !== null) return;
    const fromMs = this.#clock.monotonic();
    this.#knockedAtMs = fromMs;
    const done = (): void => {
      this.#doorMs = this.#clock.monotonic() - fromMs;
      this.#knockedAtMs = null;
      // By the next look it is known whether one waits so long still.
      if (this.#doorMs > CALM_MS && this.#share === 1 && this.#cancel !== null) this.#knockOnce();
    };
    void this.#knock().then(done, done);
  }
}
