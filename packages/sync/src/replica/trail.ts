import type { ClientId } from '@bough/base';
import { isTextual, type NumberedChange, type Op } from '@bough/map';

const MOST_CHANGES = 4096;
const MOST_UNITS = 1024 * 1024;
/** What a remembered change takes beside its texts. */
const CHANGE_UNITS = 100;

export interface Step {
  readonly seq: number;
  readonly client: ClientId;
  readonly counter: number;
  /** Only those that act on texts. */
  readonly ops: readonly Op[];
}

/** What the last changes of the order did to texts, as far back as it is remembered: see carry-down.ts. */
export class Trail {
  #after = 0;
  #end = 0;
  #steps: Step[] = [];
  #units = 0;

  /** Everything after this number is here. */
  get after(): number {
    return this.#after;
  }

  /** Up to this number. */
  get end(): number {
    return this.#end;
  }

  /** What came up to this number is not known. */
  begin(after: number): void {
    this.#after = after;
    this.#end = after;
    this.#steps = [];
    this.#units = 0;
  }

  add(change: NumberedChange): void {
    this.#end = change.seq;
    const ops = change.ops.filter(isTextual);
    if (ops.length === 0) return;
    this.#steps.push({ seq: change.seq, client: change.client, counter: change.counter, ops });
    this.#units += unitsOf(ops);
    if (this.#steps.length > MOST_CHANGES || this.#units > MOST_UNITS) this.#forgetFirst();
  }

  /** What came after this number is not in the order any more. */
  cut(common: number): void {
    this.#steps = this.#steps.filter((step) => step.seq <= common);
    this.#units = this.#steps.reduce((sum, step) => sum + unitsOf(step.ops), 0);
    this.#after = Math.min(this.#after, common);
    this.#end = Math.min(this.#end, common);
  }

  since(common: number): readonly Step[] {
    return this.#steps.filter((step) => step.seq > common);
  }

  #forgetFirst(): void {
    const first = this.#steps.shift();
    if (first === undefined) return;
    this.#after = first.seq;
    this.#units -= unitsOf(first.ops);
  }
}

function unitsOf(ops: readonly Op[]): number {
  return ops.reduce((sum, op) => sum + CHANGE_UNITS + (op.kind === 'splice' ? op.insert.length : 0), 0);
}
