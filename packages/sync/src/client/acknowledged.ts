import { type Clock, commonPrefix, holdsPrefix, inTheirView, type Lineage } from '@bough/base';
import type { NumberedChange } from '@bough/map';
import type { AcknowledgedChange } from './client-types.ts';
import type { Journal } from './journal.ts';

/** So long an own change is kept where no second location says that it has it. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const MOST_KEPT = 2000;
const MOST_UNITS = 1024 * 1024;

/**
 * Own changes that the server has acknowledged, kept here until its second location has them too: should it lose them, the
 * author's browser is where they still are. Bounded in time, number and size; the oldest go first.
 */
export class Acknowledged {
  readonly #clock: Clock;
  readonly #journal: Journal;
  #list: readonly AcknowledgedChange[] = [];
  #units = 0;

  constructor(clock: Clock, journal: Journal) {
    this.#clock = clock;
    this.#journal = journal;
  }

  get list(): readonly AcknowledgedChange[] {
    return this.#list;
  }

  /** These are stored already. */
  restore(list: readonly AcknowledgedChange[]): void {
    this.#list = list;
    this.#units = list.reduce((sum, one) => sum + unitsOf(one), 0);
    this.#bound();
  }

  /** An own change stands in the order of this name. */
  add({ counter, seq, ops }: NumberedChange, lineage: string): void {
    const change = { counter, lineage, seq, at: this.#clock.now(), ops };
    const before = this.#list.find((one) => one.counter === counter);
    this.#list = [...this.#list.filter((one) => one !== before), change];
    this.#units += unitsOf(change) - (before === undefined ? 0 : unitsOf(before));
    this.#journal.put({ kind: 'acknowledged', change });
    this.#bound();
  }

  /**
   * The second location has everything up to this number of the order of these names. What is named otherwise stands in it, too, or was
   * refused there; nobody knows under which number, but for that it was counted when the order was `greeted` with.
   */
  mirrored(seq: number | null, lineages: readonly Lineage[], greeted: number): void {
    if (seq !== null) this.#release((one) => (holdsPrefix(lineages, one) ? one.seq : greeted) <= seq);
  }

  /** Whether an order of these names, of which docstore has seen counters up to `counter`, is known to have lost any of it. */
  isLackedBy(lineages: readonly Lineage[], counter: number): boolean {
    return this.#list.some((one) => {
      const lineage = inTheirView(lineages, one.lineage);
      return one.counter > counter && (commonPrefix(lineages, { lineage, seq: one.seq }) ?? one.seq) < one.seq;
    });
  }

  /**
   * Takes out what an order of these names lacks, of which docstore has seen this client's counters up to `counter`: a change of
   * that counter is there, or was refused there, whatever its old name was.
   */
  takeLacking(lineages: readonly Lineage[], counter: number): readonly AcknowledgedChange[] {
    const lacking = this.#list.filter((one) => one.counter > counter && !holdsPrefix(lineages, one));
    const counters = new Set(lacking.map((one) => one.counter));
    this.#release((one) => counters.has(one.counter));
    return lacking;
  }

  #bound(): void {
    const nowMs = this.#clock.now();
    this.#release((one) => isOutlived(one, nowMs));
    while (this.#list.length > MOST_KEPT || this.#units > MOST_UNITS) {
      const first = this.#list[0];
      this.#release((one) => one === first);
    }
  }

  #release(isDue: (one: AcknowledgedChange) => boolean): void {
    if (!this.#list.some(isDue)) return;
    for (const one of this.#list) {
      if (!isDue(one)) continue;
      this.#units -= unitsOf(one);
      this.#journal.put({ kind: 'released', counter: one.counter });
    }
    this.#list = this.#list.filter((one) => !isDue(one));
  }
}

/** Whether it was acknowledged so long ago that it is kept no more. */
export function isOutlived({ at }: AcknowledgedChange, nowMs: number): boolean {
  return at < nowMs - KEPT_MS;
}

function unitsOf(change: AcknowledgedChange): number {
  return JSON.stringify(change.ops).length;
}
