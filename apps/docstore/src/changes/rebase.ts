import {
  type Change,
  ghostOf,
  isTextual,
  NO_OPS,
  type NumberedChange,
  type ParsedOps,
  Rebase,
  type TextualOp,
} from '@bough/map';
import { oldBase } from '../failure.ts';

/** Text that is new is brought over so many changes at most: the page's own is made on what it has just been shown. */
const AGE_MOST = 4_096;
/** What bringing one submit over what came between may cost (`costOf`): some tens of milliseconds. */
const COST_MOST = 30_000;
/** So many units of a text cost as much as a step of transforming one op over another. */
const UNITS_OF_STEP = 64;

/**
 * The changes of one submit, each made on top of the one before and the first on top of `base`, brought over what came after
 * `base`: the same sums, on the same pairs, as every client does (packages/sync, SPEC.md, SYNC-27). A change that stands in the
 * log already, since it was sent before, stands where it stood; one that is refused no longer shifts the later ones.
 */
export class SubmitRebase {
  /** What came between, as it stands on top of the changes so far. */
  readonly #over = new Rebase([]);
  #next = 0;
  #last: ParsedOps = NO_OPS;

  /** `changes` are of one writer, their counters rise; `between` is everything after `base`, `isOwn` says what of it is the writer's. */
  constructor(
    changes: readonly Change[],
    between: readonly NumberedChange[],
    isOwn: (there: NumberedChange) => boolean,
  ) {
    const counters = new Set(changes.map((change) => change.counter));
    const texts = textsOf(changes);
    for (const there of between) {
      if (!counters.has(there.counter) || !isOwn(there)) {
        for (const op of there.ops) if (isTextual(op) && texts.has(op.id)) this.#over.add(op);
        continue;
      }
      for (; (changes[this.#next]?.counter ?? Infinity) <= there.counter; this.#next++) {
        const change = changes[this.#next];
        if (change !== undefined) this.#pass(change.ops, change.counter === there.counter);
      }
    }
  }

  /** How many of the changes lie before the last one that stands in the log, itself included: nothing is to be done for them. */
  get passed(): number {
    return this.#next;
  }

  /** The next change's ops as they must be applied now; the same list when nothing moved, empty when nothing is left of it. */
  bring(ops: ParsedOps): ParsedOps {
    this.#last = this.#over.next(ops);
    return this.#last;
  }

  /** What was brought last is not in the log. */
  refuse(): void {
    for (const op of ghostOf(this.#last)) this.#over.add(op);
  }

  #pass(ops: ParsedOps, isKept: boolean): void {
    this.bring(ops);
    if (!isKept) this.refuse();
  }
}

/** Throws 'docstore/old-base' where new text is made on what lies too far back. */
export function mustBeRecent(base: number, seq: number): void {
  if (seq - base > AGE_MOST) throw oldBase(base, seq);
}

/** Throws 'docstore/old-base' where the changes would be brought over too much. */
export function mustBeCheap(changes: readonly Change[], between: readonly NumberedChange[], base: number): void {
  if (costOf(changes, between) > COST_MOST) throw oldBase(base, between.at(-1)?.seq ?? base);
}

/** What ops do to one text, in all. */
interface OnText {
  /** How often it is changed; long texts count for more. */
  steps: number;
  /** How many units are taken out. */
  removed: number;
}

/**
 * The steps of bringing these changes over what came between, at most. For each text, each late op meets each early one, and
 * what one side takes out falls into pieces, as many as the other puts in there, each of which is met again.
 */
export function costOf(changes: readonly Change[], between: readonly NumberedChange[]): number {
  const late = sumsOf(changes, () => true);
  if (late.size === 0) return 0;
  const early = sumsOf(between, (id) => late.has(id));
  let cost = 0;
  for (const [id, before] of early) {
    const after = late.get(id) ?? NONE;
    const pieces = { late: Math.min(after.removed, before.steps), early: Math.min(before.removed, after.steps) };
    cost += (after.steps + pieces.late) * before.steps + pieces.early * after.steps;
  }
  return cost;
}

const NONE: OnText = { steps: 0, removed: 0 };

function sumsOf(changes: readonly Pick<Change, 'ops'>[], isWanted: (id: string) => boolean): Map<string, OnText> {
  const sums = new Map<string, OnText>();
  for (const op of opsOn(changes)) {
    if (!isWanted(op.id)) continue;
    let sum = sums.get(op.id);
    if (sum === undefined) sums.set(op.id, (sum = { ...NONE }));
    sum.steps += stepsOf(op);
    if (op.kind === 'splice') sum.removed += op.remove;
  }
  return sums;
}

function* opsOn(changes: readonly Pick<Change, 'ops'>[]): Generator<TextualOp> {
  for (const { ops } of changes) for (const op of ops) if (isTextual(op)) yield op;
}

function stepsOf(op: TextualOp): number {
  const units = op.kind === 'splice' ? op.insert.length : (op.fields.text?.length ?? 0) + (op.fields.note?.length ?? 0);
  return 1 + Math.floor(units / UNITS_OF_STEP);
}

function textsOf(changes: readonly Change[]): ReadonlySet<string> {
  return new Set(Array.from(opsOn(changes), ({ id }) => id));
}
