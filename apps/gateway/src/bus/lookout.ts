import type { Cancel, Clock } from '@bough/base';
import type { Bus } from './bus.ts';

// What gateways tell each other can be lost. So the truth is looked at: now and then while all is well (a gateway may die between keeping
// something and telling it), at once and then twice a second while messages are known to be lost, by this gateway or by another one, and once
// when that is over. However many messages are lost, there is one look at a time, and it asks for everything at once.

export const LOOKS = {
  /** While messages are lost. What somebody may do is to hold within a second. */
  deafMs: 500,
  calmMs: 5_000,
  /** From the beginning of one look to that of the next, whatever happens. */
  leastMs: 250,
  /** How long what another one says of being deaf counts. */
  othersMs: 5_000,
} as const;

export interface LookoutParts {
  readonly clock: Clock;
  readonly bus: Pick<Bus, 'reachesOthers' | 'isWhole' | 'onGap'>;
  readonly onTrouble: (error: unknown) => void;
}
/** What is known when a look begins. */
export interface Look {
  /** Messages are being lost. */
  readonly isDeaf: boolean;
  /** Messages may have been lost since the look before. */
  readonly isAfterGap: boolean;
}
/** Looks at the truth about something; ends within a bounded time. */
export type LookAt = (look: Look) => Promise<void>;

/** Has everybody who relies on the bus look at the truth when it may have told them less. */
export class Lookout {
  readonly #parts: LookoutParts;
  readonly #lookers = new Set<LookAt>();
  #othersUntilMs = -Infinity;
  #startedMs = -Infinity;
  #isAfterGap = false;
  #isLooking = false;
  #isRunning = false;
  #cancel: Cancel = () => undefined;
  #cancelGaps: Cancel = () => undefined;

  constructor(parts: LookoutParts) {
    this.#parts = parts;
  }

  /** Whether messages are being lost, as far as is known. */
  get isDeaf(): boolean {
    const { bus, clock } = this.#parts;
    return bus.reachesOthers && (!bus.isWhole || clock.monotonic() < this.#othersUntilMs);
  }

  /** Has `look` called at every look from now on. */
  onLook(look: LookAt): Cancel {
    this.#lookers.add(look);
    return () => this.#lookers.delete(look);
  }

  /** Another gateway was met elsewhere that this one does not hear, or that does not hear this one: it is alive, and what it does is not told here. */
  othersAreDeaf(): void {
    const wasDeaf = this.isDeaf;
    this.#othersUntilMs = this.#parts.clock.monotonic() + LOOKS.othersMs;
    if (!wasDeaf) this.#gap();
  }

  /** Looks from now on; alone, a gateway has nothing to look for. */
  start(): void {
    const { bus } = this.#parts;
    if (!bus.reachesOthers) return;
    this.#isRunning = true;
    this.#cancelGaps = bus.onGap(() => this.#gap());
    this.#plan();
  }

  stop(): void {
    this.#isRunning = false;
    this.#cancel();
    this.#cancelGaps();
  }

  #gap(): void {
    this.#isAfterGap = true;
    this.#plan();
  }

  #plan(): void {
    if (this.#isLooking || !this.#isRunning) return;
    const { clock } = this.#parts;
    const everyMs = this.#isAfterGap ? LOOKS.leastMs : this.isDeaf ? LOOKS.deafMs : LOOKS.calmMs;
    this.#cancel();
    // Found deaf in between, it does not wait for the calm look: the bus tells of that as of a gap.
    this.#cancel = clock.after(Math.max(0, this.#startedMs + everyMs - clock.monotonic()), () => void this.#look());
  }

  async #look(): Promise<void> {
    const look = { isDeaf: this.isDeaf, isAfterGap: this.#isAfterGap };
    this.#isAfterGap = false;
    this.#isLooking = true;
    this.#startedMs = this.#parts.clock.monotonic();
    const looks = [...this.#lookers].map((each) => each(look).catch(this.#parts.onTrouble));
    await Promise.all(looks);
    this.#isLooking = false;
    this.#plan();
  }
}
