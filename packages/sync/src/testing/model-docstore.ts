import { assert, type ClientId } from '@bough/base';
import {
  apply,
  type Change,
  check,
  emptyMap,
  encodeMap,
  ghostOf,
  mapHash,
  type MindMap,
  type NumberedChange,
  type Op,
  transformOps,
} from '@bough/map';
import type { Appended, AppendOutcome, DocumentState } from '../room-types.ts';
import type { Trace } from './trace.ts';

// Docstore in a few lines: one order for one map, group commit, deduplication by counter, crashes that forget what was not
// written. The rules that rooms and clients rely on (SPEC.md, "What docstore promises") are these; the real one keeps them too.

interface Request {
  readonly base: number;
  readonly changes: readonly Change[];
  readonly answer: (appended: Appended) => void;
}

export class ModelDocstore {
  readonly #trace: Trace;
  /** What is written: nothing that is not here was ever answered or shown. */
  readonly log: NumberedChange[] = [];
  /** The hash of the map after each number; at 0 the empty map's. */
  readonly hashes: string[] = [mapHash(emptyMap())];
  readonly counts = { transformed: 0, refused: 0, recovered: 0, moot: 0, repeated: 0, crashes: 0, lostWrites: 0 };
  #written = new Map<ClientId, number>();
  #seen = new Map<ClientId, number>();
  #map: MindMap = emptyMap();
  #batch: NumberedChange[] = [];
  #answers: (() => void)[] = [];
  #queue: Request[] = [];
  #afterCommit: (() => void)[] = [];
  #isCommitting = false;

  constructor(trace: Trace) {
    this.#trace = trace;
  }

  get isCommitting(): boolean {
    return this.#isCommitting;
  }

  append(base: number, changes: readonly Change[], answer: (appended: Appended) => void): void {
    this.#queue.push({ base, changes, answer });
  }

  read(from: number, to: number): readonly NumberedChange[] {
    return this.log.slice(from - 1, to);
  }

  state(client: ClientId | null): DocumentState {
    return { seq: this.log.length, counter: client === null ? 0 : (this.#written.get(client) ?? 0) };
  }

  /** The document as it is written, once no write is under way. */
  document(answer: (seq: number, text: string) => void): void {
    const now = (): void => answer(this.log.length, encodeMap(this.#map));
    if (this.#isCommitting) this.#afterCommit.push(now);
    else now();
  }

  /** Begins a write with everything that waits; false when nothing does, or a write is under way. */
  startCommit(): boolean {
    if (this.#isCommitting || this.#queue.length === 0) return false;
    this.#isCommitting = true;
    const queue = this.#queue;
    this.#queue = [];
    for (const request of queue) {
      const from = this.#batch.length;
      const outcomes = this.#order(request);
      const changes = this.#batch.slice(from);
      this.#answers.push(() => request.answer({ seq: this.log.length, outcomes, changes }));
    }
    return true;
  }

  /** The write is through: only now are the answers given. */
  finishCommit(): void {
    if (!this.#isCommitting) return;
    this.#write();
    const answers = [...this.#answers, ...this.#afterCommit];
    this.#answers = [];
    this.#afterCommit = [];
    this.#isCommitting = false;
    for (const answer of answers) answer();
  }

  /** The process dies; a write under way was through or not, and nobody is told. Then another process opens the log. */
  crash(isWritten: boolean): void {
    this.counts.crashes++;
    if (this.#isCommitting && isWritten) this.#write();
    else if (this.#batch.length > 0) this.counts.lostWrites++;
    this.#batch = [];
    this.#answers = [];
    this.#afterCommit = [];
    this.#queue = [];
    this.#isCommitting = false;
    this.#seen = new Map(this.#written);
    this.#map = emptyMap();
    for (const change of this.log) assert(apply(this.#map, change).ok, 'what is in the log applies');
    assert(mapHash(this.#map) === this.hashes[this.log.length], 'the log folds to what it folded to before');
  }

  #write(): void {
    this.log.push(...this.#batch);
    for (const change of this.#batch) this.#trace.add(`kept ${change.seq} ${change.client}/${change.counter}`);
    this.#batch = [];
    this.#written = new Map(this.#seen);
  }

  /** Gives one request's changes their numbers: brought over what lies between, applied, or refused one by one. */
  #order(request: Request): AppendOutcome[] {
    const outcomes = new Map<number, AppendOutcome>();
    const waiting = [...request.changes];
    let over: readonly Op[] = [];
    const { base } = request;
    for (const between of [...this.log.slice(base), ...this.#batch.slice(Math.max(0, base - this.log.length))]) {
      if (between.client !== request.changes[0]?.client || !waiting.some((one) => one.counter === between.counter)) {
        over = [...over, ...between.ops];
        continue;
      }
      while ((waiting[0]?.counter ?? Infinity) < between.counter) {
        const passed = waiting.shift();
        if (passed === undefined) break;
        const both = transformOps(passed.ops, over);
        over = [...both.over, ...ghostOf(both.ops)];
        outcomes.set(passed.counter, refused(passed, 'unknown', 'refused before'));
      }
      const kept = waiting.shift();
      if (kept === undefined) break;
      over = transformOps(kept.ops, over).over;
      this.counts.repeated++;
      outcomes.set(kept.counter, { counter: kept.counter, kind: 'kept', seq: between.seq });
    }
    for (const change of waiting) {
      const both = transformOps(change.ops, over);
      const outcome = this.#place(change, both.ops);
      outcomes.set(change.counter, outcome);
      over = outcome.kind === 'kept' ? both.over : [...both.over, ...ghostOf(both.ops)];
    }
    return request.changes.map((change) => {
      const outcome = outcomes.get(change.counter);
      assert(outcome, 'each change has an outcome');
      return outcome;
    });
  }

  #place(change: Change, ops: readonly Op[]): AppendOutcome {
    if (change.counter <= (this.#seen.get(change.client) ?? 0)) {
      // Seen before: kept before `base` (its author has it already), or refused.
      this.counts.repeated++;
      const kept = [...this.log, ...this.#batch].find(
        (one) => one.client === change.client && one.counter === change.counter,
      );
      if (kept !== undefined) return { counter: change.counter, kind: 'kept', seq: kept.seq };
      return refused(change, 'unknown', 'refused before');
    }
    this.#seen.set(change.client, change.counter);
    if (ops !== change.ops) this.counts.transformed++;
    if (ops.length === 0) {
      this.counts.moot++;
      return refused(change, 'moot', 'others have done all of it');
    }
    const seq = this.log.length + this.#batch.length + 1;
    const numbered: NumberedChange = { ...change, ops, seq };
    const applied = apply(this.#map, numbered);
    if (!applied.ok) {
      this.counts.refused++;
      return refused(change, applied.error.reason, applied.error.detail);
    }
    if (applied.value.recovered.length > 0) this.counts.recovered++;
    const removes = ops.some((op) => op.kind === 'remove');
    assert(removes || applied.value.touched.removed.size === 0, 'only a removal takes items away');
    const problems = seq % 4 === 0 ? check(this.#map) : [];
    assert(problems.length === 0, `S16: the map is whole: ${problems.join('; ')}`);
    this.hashes[seq] = mapHash(this.#map);
    this.#batch.push(numbered);
    return { counter: change.counter, kind: 'kept', seq };
  }
}

function refused(change: Change, reason: string, detail: string): AppendOutcome {
  return { counter: change.counter, kind: 'refused', reason, detail };
}
