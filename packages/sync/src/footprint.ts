import { unreachable } from '@bough/base';
import type { Op } from '@bough/map';

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
    if (hasRecovered) this.#removes = true;
    for (const op of ops) {
      for (const name of namesOf(op)) this.#names.add(name);
      if (op.kind === 'move') this.#moves = true;
      if (isRemoval(op)) this.#removes = true;
    }
  }

  /**
   * Whether the order of these ops and those of the footprint may matter. A removal or a return reaches below its item, has
   * its place among all that was removed, and may push the oldest out of there: it is related to everything. Two moves can
   * close a circle over items that neither names: they are related to each other.
   */
  isRelatedTo(ops: readonly Op[]): boolean {
    if (this.#removes) return true;
    for (const op of ops) {
      if (isRemoval(op)) return true;
      if (op.kind === 'move' && this.#moves) return true;
      for (const name of namesOf(op)) if (this.#names.has(name)) return true;
    }
    return false;
  }
}

function isRemoval(op: Op): boolean {
  return op.kind === 'remove' || op.kind === 'restore' || (op.kind === 'edit-comment' && op.text === null);
}

function namesOf(op: Op): readonly string[] {
  switch (op.kind) {
    case 'add':
    case 'move':
    case 'restore':
      return op.parent === null ? [op.id] : [op.id, op.parent];
    case 'set':
    case 'splice':
    case 'remove':
    case 'unlink':
      return [op.id];
    case 'link':
      return [op.link.id, op.link.from, op.link.to];
    case 'comment':
      return [op.thread, op.item];
    case 'edit-comment':
    case 'resolve':
      return [op.thread];
    case 'settings':
      return ['settings'];
    default:
      return unreachable(op);
  }
}
