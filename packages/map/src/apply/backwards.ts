import type { Op } from '../changes/change.ts';
import type { Removal } from '../state/removal-log.ts';

// The inverse of a change, as it comes about: the undoing of each of its ops, to be done last one first. One thing does not fit
// that row. When a change removes a branch and a later op of the same change takes an item out of what was removed, bringing
// back the branch no longer brings back the item. So that undoing goes right behind the branch's own, wherever that stands.

/** The undoing of one op, and what has to follow right after it. */
export interface Backstep {
  readonly op: Op;
  readonly after: Backstep[];
}

export class Backwards {
  readonly #steps: Backstep[] = [];
  /** What brings back each removal of this change; most have none. */
  #ofRemoval: Map<Removal, Backstep> | null = null;

  /** The next op has been applied; this undoes it. */
  push(op: Op): void {
    this.#steps.push({ op, after: [] });
  }

  /** The same for an op that removed something. */
  pushRemoval(op: Op, removal: Removal): void {
    const step: Backstep = { op, after: [] };
    this.#steps.push(step);
    this.nameRemoval(removal, step);
  }

  /** An item was taken out of a removal; `op` puts it back once that has been brought back. Null: of an older change. */
  mendItem(removal: Removal, op: Op): Backstep | null {
    const step = this.#ofRemoval?.get(removal);
    if (step === undefined) return null;
    const mend: Backstep = { op, after: [] };
    // Before the mends that are there: what was taken out later was nearer to the root.
    step.after.unshift(mend);
    return mend;
  }

  /** What was taken out is a removal of its own now, brought back by this. */
  nameRemoval(removal: Removal, step: Backstep | null): void {
    if (step !== null) (this.#ofRemoval ??= new Map()).set(removal, step);
  }

  /** Something that hung on these removals is no more; `op` makes it again once all of them have been brought back. */
  mendLast(removals: readonly Removal[], op: Op): void {
    const oldest = removals.toSorted((a, b) => a.stamp - b.stamp)[0];
    const known = this.#ofRemoval;
    if (oldest === undefined || known === null || removals.some((removal) => !known.has(removal))) return;
    known.get(oldest)?.after.push({ op, after: [] });
  }

  /** The inverse. */
  done(): Op[] {
    const ops: Op[] = [];
    for (let i = this.#steps.length - 1; i >= 0; i--) {
      const step = this.#steps[i];
      if (step !== undefined) flatten(step, ops);
    }
    return ops;
  }
}

function flatten(step: Backstep, into: Op[]): void {
  into.push(step.op);
  for (const next of step.after) flatten(next, into);
}
