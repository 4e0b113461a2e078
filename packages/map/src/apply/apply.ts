import type { Op, ParsedOps } from '../changes/change.ts';
import { assert, err, ok, type PersonId, type Result } from '@bough/base';
import { Backwards } from './backwards.ts';
import type { Item, ItemId, MindMap } from '../model/model.ts';
import { kindOf } from '../ops/table.ts';
import type { Applied, Refusal, Touched } from './outcome.ts';
import { parseOps } from '../changes/parse.ts';
import { letGo } from './removed.ts';
import { MapState, stateOf, type Undo } from '../state/state.ts';
import { type Step, TouchedBuilder } from './step.ts';

/** An empty map: no items, no title. */
export function emptyMap(): MindMap {
  return new MapState();
}

/** The children of an item in order, or the roots for null. The list is the caller's to keep: it is never changed afterwards. */
export function childrenOf(map: MindMap, id: ItemId | null): readonly ItemId[] {
  const state = stateOf(map);
  if (id === null) return state.roots.snapshot();
  return state.items.has(id) ? state.childList(id) : [];
}

/** How large everything is that was removed and may come back, in the units of LIMITS.removed. */
export function removedSize(map: MindMap): number {
  return stateOf(map).goneSize;
}

/** An item that was removed and may come back, as it was; null: no such item was. */
export function removedItem(map: MindMap, id: ItemId): Item | null {
  return stateOf(map).goneItems.get(id) ?? null;
}

/** Who made a change, and when. */
interface Made {
  readonly author: PersonId;
  readonly at: number;
}

/** Parses ops that never crossed a border, since this very process made them, and applies them. */
export function applyOps(map: MindMap, { author, at, ops }: Made & { readonly ops: readonly Op[] }) {
  const parsed = parseOps(ops);
  if (parsed.ok) return apply(map, { author, at, ops: parsed.value });
  return err({ reason: 'malformed', op: 0, detail: parsed.error } as const);
}

/**
 * Changes the map by one change, all of its ops or none of them. Total: whatever was parsed, the answer is what the change
 * did, or why the map is untouched. Its form is not looked at again. Costs what the change touches, however large the map is.
 */
export function apply(map: MindMap, change: Made & { readonly ops: ParsedOps }): Result<Applied, Refusal> {
  const state = stateOf(map);
  const step: Step = {
    map: state,
    author: change.author,
    at: change.at,
    backwards: new Backwards(),
    recovered: [],
    touched: new TouchedBuilder(),
  };
  const firstStamp = state.nextStamp;
  let index = 0;
  for (const op of change.ops) {
    const refused = kindOf(op).apply(step, op);
    if (refused !== null) {
      undoAll(state.takeJournal());
      return err({ reason: refused.reason, op: index, detail: refused.detail });
    }
    index++;
  }
  letGo(state, firstStamp);
  return ok(new Done(state, step));
}

/**
 * Takes back the change that was applied last, for replaying it on top of others: everything, what was removed included, is
 * byte for byte as it was. (The inverse is for undo: it is a change like any other.) Several are taken back last one first.
 */
export function rollback(map: MindMap, applied: Applied): void {
  assert(applied instanceof Done, 'what is rolled back was applied');
  applied.rollback(stateOf(map));
}

class Done implements Applied {
  readonly touched: Touched;
  readonly inverse: readonly Op[];
  readonly recovered: readonly ItemId[];
  readonly #undo: Undo[];
  readonly #before: number;
  readonly #after: number;

  constructor(state: MapState, step: Step) {
    this.touched = step.touched.done(state.items);
    this.inverse = step.backwards.done();
    this.recovered = step.recovered;
    this.#undo = state.takeJournal();
    this.#before = state.serial;
    this.#after = state.nextSerial++;
    state.serial = this.#after;
  }

  rollback(state: MapState): void {
    assert(state.serial === this.#after, 'changes are rolled back last one first, each once');
    undoAll(this.#undo);
    state.takeJournal();
    state.serial = this.#before;
  }
}

function undoAll(journal: readonly Undo[]): void {
  for (let i = journal.length - 1; i >= 0; i--) journal[i]?.();
}
