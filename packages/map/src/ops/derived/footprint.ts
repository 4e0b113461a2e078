import type { Op } from '../../changes/change.ts';
import { kindOf } from '../table.ts';

// When a remote change and one's own pending ones have nothing to do with each other, the remote one can be applied on top
// of the pending ones as if it had come first, and nothing has to be undone. Where there is doubt, the answer is "related":
// that only costs time.

/** What some ops depend on and write to, as names. */
export class Footprint {
  readonly #names = new Set<string>();
  #moves = false;
  #removes = false;

  /** `hasRecovered`: with them came back what was removed, with all below it. */
  add(ops: readonly Op[], hasRecovered: boolean): void {
    this.#removes ||= hasRecovered;
    for (const op of ops) {
      const kind = kindOf(op);
      const reach = kind.reach(op);
      for (const name of kind.names(op)) this.#names.add(name);
      this.#moves ||= reach === 'moves';
      this.#removes ||= reach === 'removes';
    }
  }

  /**
   * Whether the order of these ops and those of the footprint may matter. A removal or a return reaches below its item, has
   * its place among all that was removed, and may push the oldest out of there: it is related to everything. Two moves can
   * close a circle over items that neither names: they are related to each other.
   */
  isRelatedTo(ops: readonly Op[]): boolean {
    if (this.#removes) return true;
    return ops.some((op) => {
      const kind = kindOf(op);
      const reach = kind.reach(op);
      if (reach === 'removes' || (reach === 'moves' && this.#moves)) return true;
      return kind.names(op).some((name) => this.#names.has(name));
    });
  }
}
