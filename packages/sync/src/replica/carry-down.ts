import type { ghostOf, MindMap, Op, transformOps } from '@bough/map';
import type { AcknowledgedChange, SavedPending } from '../client/client-types.ts';
import type { Trail } from './trail.ts';

// When an order has lost its end and goes on from number `common`, own changes stand on top of others' that are gone: each own
// one is taken along in turn, and what others did is taken out from under it (ghostOf). Only texts have places that move, so
// only what was done to texts is remembered.

/** What it takes of packages/map: given, so that a page can fetch this file without fetching that one apart. */
export interface TextTools {
  readonly ghostOf: typeof ghostOf;
  readonly transformOps: typeof transformOps;
}

export interface Carried {
  /** Own changes as they apply after `common`, one on top of the other. */
  readonly placed: readonly SavedPending[];
  /** Those whose place in a text nobody can tell any more. */
  readonly displaced: readonly SavedPending[];
  /** Those of which nothing is left: they only took away what others had put in. */
  readonly void: readonly SavedPending[];
}

export interface Descent {
  readonly trail: Trail;
  /** The last number that the order still has; whether that is known, and not only likely. */
  readonly common: number;
  readonly isKnown: boolean;
  /** Own changes that the order has lost. */
  readonly lost: readonly AcknowledgedChange[];
  /** Own changes that were pending on top of them all. */
  readonly pending: readonly SavedPending[];
  /** The map with all of that in it, and the one that takes its place. */
  readonly before: MindMap;
  readonly now: MindMap;
}

/**
 * Carries own changes down to number `common`. Where the trail does not reach down so far, a text has places only when the own
 * changes make of it, as it is now, what it was before.
 */
export function carryDown(descent: Descent, tools: TextTools): Carried {
  const carried = carry(descent, new Carrier(descent.common, new Set(), tools));
  if (descent.isKnown && descent.trail.after <= descent.common) return carried;
  const strange = new Set([...carried.spliced].filter((text) => !isReached(descent, carried.placed, text)));
  return strange.size === 0 ? carried : carry(descent, new Carrier(descent.common, strange, tools));
}

function carry({ trail, common, lost, pending }: Descent, carrier: Carrier): Carrier {
  const waiting = [...lost];
  for (const step of trail.since(common)) {
    // Those without a step did nothing to a text, and it makes no difference between which steps they stand.
    while ((waiting[0]?.seq ?? Infinity) < step.seq) carrier.carryLost(waiting.shift());
    if (waiting[0]?.seq === step.seq) carrier.carryLost(waiting.shift());
    else carrier.takeOut(step.ops);
  }
  for (const one of waiting) carrier.carryLost(one);
  for (const one of pending) carrier.carry(one);
  return carrier;
}

function isReached({ before, now }: Descent, placed: readonly SavedPending[], name: string): boolean {
  let text = textIn(now, name);
  for (const op of placed.flatMap((one) => one.ops)) {
    if (op.kind !== 'splice' || textsOf(op)[0] !== name) continue;
    if (text === null || op.at + op.remove > text.length) return false;
    text = text.slice(0, op.at) + op.insert + text.slice(op.at + op.remove);
  }
  return text === textIn(before, name);
}

function textIn(map: MindMap, name: string): string | null {
  const [field, id] = name.split(':');
  const item = [...map.items.values()].find((one) => one.id === id);
  return (field === 'note' ? item?.note : item?.text) ?? null;
}

class Carrier implements Carried {
  readonly placed: SavedPending[] = [];
  readonly displaced: SavedPending[] = [];
  readonly void: SavedPending[] = [];
  /** Texts that were spliced into as they were before any of these changes. */
  readonly spliced = new Set<string>();
  readonly #common: number;
  /** Texts in which nothing has a place. */
  readonly #strange: ReadonlySet<string>;
  readonly #tools: TextTools;
  /** Takes out what is not carried, as it stands on top of what is. */
  #ghost: readonly Op[] = [];
  readonly #own = new Set<string>();
  /** Texts that somebody else had set as a whole: what was there before is not known. */
  readonly #astray = new Set<string>();

  constructor(common: number, strange: ReadonlySet<string>, tools: TextTools) {
    this.#tools = tools;
    this.#common = common;
    this.#strange = strange;
  }

  takeOut(ops: readonly Op[]): void {
    this.#ghost = [...this.#tools.ghostOf(ops), ...this.#ghost];
    for (const op of ops) if (op.kind === 'set') for (const text of textsOf(op)) this.#astray.add(text);
  }

  carryLost(change: AcknowledgedChange | undefined): void {
    if (change === undefined) return;
    const { counter, at, ops } = change;
    this.carry({ counter, base: this.#common, at, ops, isAgain: true });
  }

  carry(change: SavedPending): void {
    const spliced = change.ops.flatMap((op) => (op.kind === 'splice' ? textsOf(op) : []));
    if (spliced.some((text) => this.#astray.has(text) || this.#strange.has(text))) {
      this.displaced.push(change);
      this.takeOut(change.ops);
      return;
    }
    const { ops, over } = this.#tools.transformOps(change.ops, this.#ghost);
    this.#ghost = over;
    for (const text of spliced) if (!this.#own.has(text)) this.spliced.add(text);
    for (const op of change.ops) if (op.kind !== 'splice') for (const text of textsOf(op)) this.#claim(text);
    if (ops.length === 0) this.void.push(change);
    else this.placed.push({ ...change, base: this.#common, ops });
  }

  #claim(text: string): void {
    this.#astray.delete(text);
    this.#own.add(text);
  }
}

/** Names of the texts that the op acts on. */
function textsOf(op: Op): readonly string[] {
  switch (op.kind) {
    case 'splice':
      return [`${op.field}:${op.id}`];
    case 'add':
      return [`text:${op.id}`, `note:${op.id}`];
    case 'set':
      return (['text', 'note'] as const).flatMap((field) =>
        op.fields[field] === undefined ? [] : [`${field}:${op.id}`],
      );
    default:
      return [];
  }
}
