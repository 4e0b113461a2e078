import { type Change, ghostOf, type NumberedChange, type Op, transformOps } from '@bough/map';

/**
 * The changes of one submit, each made on top of the one before and the first on top of `base`, brought over what came after
 * `base`: the same sums, on the same pairs, as every client does (packages/sync, SPEC.md, SYNC-27). A change that stands in the
 * log already, since it was sent before, stands where it stood; one that is refused no longer shifts the later ones.
 */
export class Submit {
  /** What came between, as it stands on top of the changes so far. */
  #over: readonly Op[] = [];
  #next = 0;
  #last: readonly Op[] = [];

  /** `changes` are of one client, their counters rise; `between` is everything after `base`. */
  constructor(changes: readonly Change[], between: readonly NumberedChange[]) {
    const counters = new Set(changes.map((change) => change.counter));
    const [first] = changes;
    for (const there of between) {
      if (there.client !== first?.client || !counters.has(there.counter)) {
        const moving = there.ops.filter(isTextual);
        if (moving.length > 0) this.#over = [...this.#over, ...moving];
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
  bring(ops: readonly Op[]): readonly Op[] {
    const both = transformOps(ops, this.#over);
    this.#last = both.ops;
    this.#over = both.over;
    return both.ops;
  }

  /** What was brought last is not in the log. */
  refuse(): void {
    this.#over = [...this.#over, ...ghostOf(this.#last)];
  }

  #pass(ops: readonly Op[], isKept: boolean): void {
    this.bring(ops);
    if (!isKept) this.refuse();
  }
}

/** Only ops on texts move each other. */
export function isTextual(op: Op): boolean {
  return op.kind === 'splice' || (op.kind === 'set' && (op.fields.text !== undefined || op.fields.note !== undefined));
}
