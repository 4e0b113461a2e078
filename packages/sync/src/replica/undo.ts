import { type MindMap, type Op, transformOps, withoutOverwritten } from '@bough/map';

// Undo of one person's own changes against the map as it is now. Each own change is remembered by its inverse; what others
// did since is remembered between the inverses, in the order in which it stands:
//
//     inverse of 1 | foreign since 1 | inverse of 2 | foreign since 2 | ...
//
// To undo the top, its inverse is transformed over the foreign ops above it, and these, transformed over the inverse, now
// follow the change below. What somebody else has meanwhile set, moved or built upon is theirs: that part of an inverse is
// left out. Redo is the same list for the changes that undo made.

interface Entry {
  /** The own change that `inverse` takes back. */
  readonly counter: number;
  readonly step: number;
  inverse: readonly Op[];
  /** In the order of the map; what came after this change and before the next own one. */
  foreign: Op[];
}

/** Steps in quick succession under one name are one; this is "quick". */
const STEP_PAUSE_MS = 1000;
const LONGEST_HISTORY = 500;
const MOST_FOREIGN = 20_000;

export class UndoHistory {
  #undo: Entry[] = [];
  #redo: Entry[] = [];
  #step = 0;
  #stepName: string | null = null;
  #lastMs = 0;
  #foreignHeld = 0;

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }
  get canRedo(): boolean {
    return this.#redo.length > 0;
  }

  /** Forgets all: the order that it was remembered against is not the map's any more. */
  clear(): void {
    this.#undo = [];
    this.#redo = [];
    this.#foreignHeld = 0;
  }

  /** The step that an edit under this name, made now, belongs to. */
  stepOf(name: string | undefined, nowMs: number): number {
    const goesOn = name !== undefined && name === this.#stepName && nowMs - this.#lastMs < STEP_PAUSE_MS;
    if (!goesOn) this.#step++;
    this.#stepName = name ?? null;
    this.#lastMs = nowMs;
    return this.#step;
  }

  /** The next edit begins another step, whatever its name. */
  endStep(): void {
    this.#stepName = null;
  }

  /** An own edit was applied: it can be undone, and what was undone before can no longer be done again. */
  did(counter: number, step: number, inverse: readonly Op[]): void {
    for (const entry of this.#redo) this.#foreignHeld -= entry.foreign.length;
    this.#redo = [];
    this.#push(this.#undo, { counter, step, inverse, foreign: [] });
  }

  /** The change that takes back a step was applied as `counter`: its own inverse does the step again. */
  undid(counter: number, inverse: readonly Op[]): void {
    this.endStep();
    this.#push(this.#redo, { counter, step: ++this.#step, inverse, foreign: [] });
  }

  redid(counter: number, inverse: readonly Op[]): void {
    this.endStep();
    this.#push(this.#undo, { counter, step: ++this.#step, inverse, foreign: [] });
  }

  /** Others' ops took their place in the map's order, before every own change from `firstPending` on. */
  foreign(ops: readonly Op[], firstPending: number): void {
    for (const entries of [this.#undo, this.#redo]) {
      const below = entries.findLast((entry) => entry.counter < firstPending);
      if (below === undefined) continue;
      below.foreign.push(...ops);
      this.#foreignHeld += ops.length;
    }
    while (this.#foreignHeld > MOST_FOREIGN && this.#undo.length + this.#redo.length > 0) {
      this.#foreignHeld -= (this.#undo.shift() ?? this.#redo.shift())?.foreign.length ?? 0;
    }
  }

  /** A pending change was applied anew (after a rebase or a composition): this is what takes it back now. */
  reinverted(counter: number, inverse: readonly Op[]): void {
    const entry =
      this.#undo.findLast((one) => one.counter === counter) ?? this.#redo.findLast((one) => one.counter === counter);
    if (entry !== undefined) entry.inverse = inverse;
  }

  /** That change is not in the map: there is nothing to take back. */
  refused(counter: number): void {
    this.#undo = this.#without(this.#undo, counter);
    this.#redo = this.#without(this.#redo, counter);
  }

  /** Takes the newest step off the list and answers what undoes it now, or null when nothing is left that could be undone. */
  takeUndo(map: MindMap): readonly Op[] | null {
    return this.#take(this.#undo, map);
  }

  takeRedo(map: MindMap): readonly Op[] | null {
    return this.#take(this.#redo, map);
  }

  #take(entries: Entry[], map: MindMap): readonly Op[] | null {
    while (entries.length > 0) {
      const step = entries.at(-1)?.step;
      const ops: Op[] = [];
      for (let top = entries.at(-1); top !== undefined && top.step === step; top = entries.at(-1)) {
        entries.pop();
        ops.push(...this.#present(top, entries.at(-1), map, ops));
      }
      if (ops.length > 0) return ops;
    }
    return null;
  }

  /** The entry's inverse against the present; what others did since goes down to the entry below. */
  #present(entry: Entry, below: Entry | undefined, map: MindMap, before: readonly Op[]): readonly Op[] {
    this.#foreignHeld -= entry.foreign.length;
    const mine = withoutOverwritten(entry.inverse, entry.foreign, map, before);
    const { ops, over } = transformOps(mine, entry.foreign);
    if (below !== undefined) {
      below.foreign.push(...over);
      this.#foreignHeld += over.length;
    }
    return ops;
  }

  #push(entries: Entry[], entry: Entry): void {
    entries.push(entry);
    if (entries.length > LONGEST_HISTORY) this.#foreignHeld -= entries.shift()?.foreign.length ?? 0;
  }

  #without(entries: readonly Entry[], counter: number): Entry[] {
    const at = entries.findIndex((entry) => entry.counter === counter);
    const gone = entries[at];
    if (gone === undefined) return [...entries];
    const below = entries[at - 1];
    if (below === undefined) this.#foreignHeld -= gone.foreign.length;
    else below.foreign.push(...gone.foreign);
    return entries.filter((entry) => entry !== gone);
  }
}
