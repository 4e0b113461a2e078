import { assert, type ClientId, err, ok, type PersonId, type Result } from '@bough/base';
import {
  type Applied,
  apply,
  composeOps,
  emptyMap,
  Footprint,
  ghostOf,
  type MindMap,
  type NumberedChange,
  type Op,
  type ParsedOps,
  type Refusal,
  rollback,
  transformOps,
} from '@bough/map';
import type { SavedPending } from '../client/client-types.ts';
import type { Advance } from './advance.ts';
import { isPlain, type Pending, savedPending } from './pending.ts';
import { areSameOps } from './same-ops.ts';
import type { Touches } from './touches.ts';
import type { UndoHistory } from './undo.ts';

// One map with one's own changes on top of it.
//
//     map  =  changes 1..position of the map's order  +  pending changes, in counter order
//
// When a remote change comes in, it belongs below the pending ones. They are lifted (rolled back, last one first), the
// remote change is applied, each pending one is transformed over it, and they are laid down again. Three shortcuts, each
// with the same outcome: a batch is lifted for once; a change that is unrelated to the pending ones is applied on top of
// them, and goes below when they are next lifted; an own change that comes back as it was sent only stops being pending.
//
// A pending change that cannot be laid down stays pending, without effect here: only the map's order decides, so it is sent,
// and refused there or not. What comes back is matched by its counter, never by its content.
//
// A fetched document may be newer than what the stored pending changes were made on. Then the changes in between are only
// transformed over, not applied (`isBehind`), and the pending ones are laid down when the position reaches the document.

/** Something applied that can still be rolled back: a pending change, or one of the order on top of a pending one. */
interface Layer {
  readonly applied: Applied;
  readonly what: Pending | NumberedChange;
}

/** More changes than this on top of pending ones, and they are put below: lifting must stay cheap. */
const MOST_ON_TOP = 256;

export class Replica {
  readonly #client: ClientId;
  #person: PersonId;
  /** Everybody that this client's person has been while it was open. */
  readonly #selves: Set<PersonId>;
  readonly #history: UndoHistory;
  #map: MindMap = emptyMap();
  #mapSeq = 0;
  #lastOwn = 0;
  #position = 0;
  #hasDocument = false;
  #pending: Pending[] = [];
  /** Stored pending changes whose base lies ahead of the position. */
  #parked: SavedPending[] = [];
  #footprint: Footprint | null = null;
  /** From the first pending change that is laid down upwards, in the order in which they were applied. */
  #layers: Layer[] = [];

  constructor(client: ClientId, person: PersonId, history: UndoHistory) {
    this.#client = client;
    this.#person = person;
    this.#selves = new Set([person]);
    this.#history = history;
  }

  get map(): MindMap {
    return this.#map;
  }
  /** The last number of the map's order that this replica has taken in. */
  get position(): number {
    return this.#position;
  }
  /** The last number that anything of this replica comes from: the document may be ahead of what the pending changes know. */
  get reach(): number {
    return Math.max(this.#position, this.#mapSeq);
  }
  /** The last own counter that is known to stand in the order; 0: none is. */
  get lastOwn(): number {
    return this.#lastOwn;
  }
  get pending(): readonly Pending[] {
    return this.#pending;
  }
  get hasDocument(): boolean {
    return this.#hasDocument;
  }
  get isBehind(): boolean {
    return this.#position < this.#mapSeq;
  }
  /** A document is here and the pending changes are in it: the map can be shown and edited. */
  get isWhole(): boolean {
    return this.#hasDocument && !this.isBehind;
  }
  get unsettledCount(): number {
    return this.#pending.length + this.#parked.length;
  }

  /** Takes a document, and what is pending on it or on an older or a later one; the changes in between are to follow. */
  reset(seq: number, map: MindMap, pending: readonly SavedPending[], touches: Touches): void {
    this.#map = map;
    this.#mapSeq = seq;
    this.#lastOwn = 0;
    this.#hasDocument = true;
    this.#pending = [];
    this.#layers = [];
    this.#footprint = null;
    this.#parked = [...pending];
    this.#position = Math.min(seq, this.#parked[0]?.base ?? seq);
    this.#unpark();
    if (!this.isBehind) this.#lay(touches);
  }

  /** Whoever is signed in may turn out to be somebody else than was stored. */
  setPerson(person: PersonId): void {
    this.#person = person;
    this.#selves.add(person);
  }

  /** Whether it is this client's: anybody else may count under the same id, and their changes are theirs. */
  isOwn({ client, author }: NumberedChange): boolean {
    return client === this.#client && this.#selves.has(author);
  }

  /** What is pending, as it would be stored now. */
  saved(): SavedPending[] {
    return [...this.#pending.map((one) => savedPending(one, this.#position)), ...this.#parked];
  }

  edit(
    counter: number,
    step: number,
    at: number,
    ops: ParsedOps,
  ): Result<{ applied: Applied; pending: Pending }, Refusal> {
    assert(this.isWhole, 'an edit has a whole map to apply to');
    const applied = apply(this.#map, { author: this.#person, at, ops });
    if (!applied.ok) return err(applied.error);
    const pending = this.#compose(step, ops, applied.value) ?? {
      counter,
      step,
      at,
      ops,
      inverse: applied.value.inverse,
      isPlain: isPlain(ops, applied.value),
      hasRecovered: applied.value.recovered.length > 0,
      isFrozen: false,
      isAgain: false,
    };
    if (pending.counter === counter) this.#pending.push(pending);
    this.#layers.push({ applied: applied.value, what: pending });
    this.#footprint?.add(ops, applied.value.recovered.length > 0);
    return ok({ applied: applied.value, pending });
  }

  /** Puts the edit into the last pending change, when that is of the same step and was never sent. */
  #compose(step: number, ops: ParsedOps, applied: Applied): Pending | null {
    const last = this.#pending.at(-1);
    if (last === undefined || last.step !== step || last.isFrozen) return null;
    if (last.inverse === null || last.hasRecovered) return null;
    const composed = composeOps(last.ops, ops);
    if (composed === null || composed.length === 0) return null;
    last.ops = composed;
    last.inverse = composeOps(applied.inverse, last.inverse) ?? [...applied.inverse, ...last.inverse];
    last.isPlain &&= isPlain(ops, applied);
    last.hasRecovered = applied.recovered.length > 0;
    return last;
  }

  /** Whether the map has it without its being pending: what it adds is there. */
  isThere({ ops, at, inverse }: Pending): boolean {
    if (inverse !== null) return false;
    const applied = apply(this.#map, { author: this.#person, at, ops });
    if (applied.ok) rollback(this.#map, applied.value);
    return !applied.ok && applied.error.reason === 'exists';
  }

  /** Everything pending may be sent from now on. */
  freeze(): void {
    for (const one of this.#pending) one.isFrozen = true;
  }

  /** Takes in the next changes of the map's order; what it already has is passed over. */
  advance(changes: readonly NumberedChange[], touches: Touches): Advance {
    const advance: Advance = { settled: [], refused: [], taken: [], isGap: false, isBroken: false };
    const isCatchingUp = this.isBehind;
    let mustLay = false;
    const lift = (): void => {
      this.#lift(touches);
      mustLay = true;
    };
    for (const change of changes) {
      if (change.seq <= this.#position) continue;
      if (change.seq !== this.#position + 1) {
        advance.isGap = true;
        break;
      }
      const wasBehind = this.isBehind;
      const isApplied = wasBehind
        ? this.#takeBehind(change, advance)
        : (!mustLay && this.#takeOnTop(change, advance, touches)) || this.#takeBelow(change, advance, touches, lift);
      if (!isApplied) {
        advance.isBroken = true;
        break;
      }
      if (this.isOwn(change)) this.#lastOwn = change.counter;
      this.#position = change.seq;
      this.#mapSeq = Math.max(this.#mapSeq, change.seq);
      if (!wasBehind) advance.taken.push(change);
      if (this.#unpark()) lift();
    }
    if ((mustLay || isCatchingUp) && !this.isBehind) this.#lay(touches);
    if (this.#layers.length > this.#pending.length + MOST_ON_TOP) {
      this.#lift(touches);
      this.#lay(touches);
    }
    return advance;
  }

  /** The document already has this change: only the pending ones learn of it. */
  #takeBehind(change: NumberedChange, advance: Advance): boolean {
    if (!this.isOwn(change) || !this.#settle(change, advance)) {
      this.#transform(change.ops, advance);
    }
    return true;
  }

  /** The shortcuts; false: neither is open. */
  #takeOnTop(change: NumberedChange, advance: Advance, touches: Touches): boolean {
    const first = this.#pending[0];
    if (this.isOwn(change) && first !== undefined) {
      if (first.counter !== change.counter || first.inverse === null || !first.isPlain) return false;
      if (!areSameOps(first.ops, change.ops)) return false;
      this.#pending.shift();
      this.#footprint = null;
      this.#layers = this.#layers.map((layer) => (layer.what === first ? { ...layer, what: change } : layer));
      this.#trim();
      advance.settled.push(change.counter);
      return true;
    }
    if (first !== undefined && this.#related().isRelatedTo(change.ops)) return false;
    const applied = apply(this.#map, change);
    if (!applied.ok) return false;
    if (first !== undefined && applied.value.recovered.length > 0) {
      rollback(this.#map, applied.value);
      return false;
    }
    if (this.#layers.length > 0) this.#layers.push({ applied: applied.value, what: change });
    touches.add(applied.value.touched);
    this.#history.foreign(change.ops, first?.counter ?? Infinity);
    return true;
  }

  #takeBelow(change: NumberedChange, advance: Advance, touches: Touches, lift: () => void): boolean {
    lift();
    const applied = apply(this.#map, change);
    if (!applied.ok) return false;
    touches.add(applied.value.touched);
    if (this.isOwn(change) && this.#settle(change, advance)) {
      this.#history.reinverted(change.counter, applied.value.inverse);
    } else {
      this.#history.foreign(change.ops, this.#pending[0]?.counter ?? Infinity);
      this.#transform(change.ops, advance);
    }
    return true;
  }

  /**
   * An own change stands in the order: it is no longer pending, and neither is what was counted before it. False: it was not
   * pending (it was believed refused), so it is news like anybody else's.
   */
  #settle(change: NumberedChange, advance: Advance): boolean {
    let wasPending = false;
    while ((this.#pending[0]?.counter ?? Infinity) <= change.counter) {
      const first = this.#pending.shift();
      if (first === undefined) break;
      if (first.counter === change.counter) {
        wasPending = true;
        advance.settled.push(first.counter);
      } else {
        this.#forget(first, 0);
        advance.refused.push(first);
      }
    }
    this.#footprint = null;
    return wasPending;
  }

  /** Brings the pending changes over one of others. What others have already done, all of it, is not pending any more. */
  #transform(over: readonly Op[], advance: Advance): void {
    let foreign = over;
    for (const one of this.#pending) {
      const both = transformOps(one.ops, foreign);
      one.ops = both.ops;
      foreign = both.over;
      if (one.ops.length === 0) advance.settled.push(one.counter);
      if (one.ops.length === 0) this.#history.refused(one.counter);
    }
    this.#pending = this.#pending.filter((one) => one.ops.length > 0);
    this.#footprint = null;
  }

  /** Takes one pending change out for good; the later ones no longer build on it. Null: it is not pending. */
  refuse(counter: number, touches: Touches): Pending | null {
    const at = this.#pending.findIndex((one) => one.counter === counter);
    const refused = this.#pending[at];
    if (refused === undefined) return null;
    this.#lift(touches);
    this.#pending.splice(at, 1);
    this.#forget(refused, at);
    if (!this.isBehind) this.#lay(touches);
    return refused;
  }

  /** The pending changes from `at` on were made on top of `gone`, which is not there. */
  #forget(gone: Pending, at: number): void {
    let ghost = ghostOf(gone.ops);
    for (const one of this.#pending.slice(at)) {
      const both = transformOps(one.ops, ghost);
      // Nothing may be left of it without what is gone; then docstore says so.
      if (both.ops.length > 0) one.ops = both.ops;
      ghost = both.over;
    }
    this.#history.refused(gone.counter);
    this.#footprint = null;
  }

  /** Rolls back to the map's order alone; changes of the order that lay on top are put below. */
  #lift(touches: Touches): void {
    const below: NumberedChange[] = [];
    for (let layer = this.#layers.pop(); layer !== undefined; layer = this.#layers.pop()) {
      rollback(this.#map, layer.applied);
      touches.add(layer.applied.touched);
      if ('seq' in layer.what) below.push(layer.what);
      else layer.what.inverse = null;
    }
    for (const change of below.reverse()) {
      const applied = apply(this.#map, change);
      assert(applied.ok, 'a change that was unrelated to what lay below it applies without that, too');
      touches.add(applied.value.touched);
    }
  }

  /** Applies the pending changes that are not in the map. */
  #lay(touches: Touches): void {
    for (const one of this.#pending) {
      if (one.inverse !== null) continue;
      const applied = apply(this.#map, { author: this.#person, at: one.at, ops: one.ops });
      if (!applied.ok) continue;
      this.#footprint = null;
      one.inverse = applied.value.inverse;
      one.isPlain = isPlain(one.ops, applied.value);
      one.hasRecovered = applied.value.recovered.length > 0;
      this.#layers.push({ applied: applied.value, what: one });
      this.#history.reinverted(one.counter, one.inverse);
      touches.add(applied.value.touched);
    }
  }

  /** What lies below every pending change is not rolled back any more. */
  #trim(): void {
    const at = this.#layers.findIndex((layer) => !('seq' in layer.what));
    this.#layers = at < 0 ? [] : this.#layers.slice(at);
  }

  /** Moves stored pending changes whose base is reached to the pending ones, not laid down yet; true when there were any. */
  #unpark(): boolean {
    let hasAny = false;
    while (this.#parked[0] !== undefined && this.#parked[0].base <= this.#position) {
      const saved = this.#parked.shift();
      if (saved === undefined) break;
      hasAny = true;
      const { isAgain = false } = saved;
      const notLaid = { step: 0, inverse: null, isPlain: false, hasRecovered: false };
      this.#pending.push({ ...saved, ...notLaid, isFrozen: true, isAgain });
      this.#footprint = null;
    }
    return hasAny;
  }

  #related(): Footprint {
    if (this.#footprint === null) {
      this.#footprint = new Footprint();
      for (const one of this.#pending) this.#footprint.add(one.ops, one.hasRecovered);
    }
    return this.#footprint;
  }
}
