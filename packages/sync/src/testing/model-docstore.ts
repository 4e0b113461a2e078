import { assert, holdsPrefix, type Lineage, type PrefixName, presentLineage } from '@bough/base';
import type { Appended, AppendOutcome, DocumentState, ReadChanges } from '@bough/contracts';
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
  type ParsedOps,
  transformOps,
} from '@bough/map';
import type { Writer } from '../room/room-types.ts';
import type { Trace } from './trace.ts';

// Docstore in a few lines: one order for one map, group commit, deduplication by counter, crashes that forget what was not
// written, losses that take the end of what was (a failover, a restored backup) and give the order another name. The rules that rooms and clients rely on (SPEC.md, "What docstore promises") are these; the real one keeps them too.

interface Request {
  readonly formerly: Writer['formerly'];
  readonly base: number;
  readonly changes: readonly Change[];
  readonly answer: (appended: Appended) => void;
  /** A counter does not follow on the last one of its writer. */
  readonly jumped: () => void;
}

/** So many of the last changes are remembered by their writer and counter. */
const REMEMBERED = 20;

/** New changes are brought over so many others at most: so few that it happens. */
const AGE_MOST = 12;

/** An order as it was, or is, under one name. */
export interface History {
  /** What is written: nothing that is not here was ever answered or shown. */
  readonly log: NumberedChange[];
  /** The hash of the map after each number; at 0 the empty map's. */
  readonly hashes: string[];
  /** The last number that the second location had; null: there is none. */
  mirrored: number | null;
}

export class ModelDocstore {
  readonly #trace: Trace;
  readonly #histories = new Map<string, History>();
  #history: History;
  readonly #lineages: Lineage[] = [];
  readonly counts = {
    ...{ transformed: 0, refused: 0, recovered: 0, moot: 0, repeated: 0, crashes: 0, lostWrites: 0 },
    ...{ losses: 0, lostChanges: 0, turnedAway: 0, tooOld: 0 },
    /** Counters of which it was said that nothing will come under them. */
    voids: 0,
  };
  /** The last counter of each writer: what is written of it, and with what is about to be. */
  #written = new Map<string, number>();
  #seen = new Map<string, number>();
  /** Under which other name a change was counted, too: it is written with the change. */
  readonly #formerNames = new WeakMap<NumberedChange, string>();
  #map: MindMap = emptyMap();
  #batch: NumberedChange[] = [];
  #answers: (() => void)[] = [];
  #queue: Request[] = [];
  #afterCommit: (() => void)[] = [];
  #isCommitting = false;

  constructor(trace: Trace, settings: { readonly hasSecondLocation: boolean } = { hasSecondLocation: false }) {
    this.#trace = trace;
    const mirrored = settings.hasSecondLocation ? 0 : null;
    this.#history = this.#begin(0, { log: [], hashes: [mapHash(emptyMap())], mirrored });
  }

  get log(): readonly NumberedChange[] {
    return this.#history.log;
  }
  get hashes(): readonly string[] {
    return this.#history.hashes;
  }
  get lineages(): readonly Lineage[] {
    return this.#lineages;
  }
  get lineage(): string {
    return presentLineage(this.#lineages);
  }
  get mirrored(): number | null {
    return this.#history.mirrored;
  }

  /** The order as it was when this was its name. */
  under(lineage: string): History {
    const history = this.#histories.get(lineage);
    assert(history, `S17: ${lineage} is a name that an order had`);
    return history;
  }

  /** The second location catches up to this number. */
  mirror(upTo: number): void {
    if (this.#history.mirrored !== null) this.#history.mirrored = Math.max(this.#history.mirrored, upTo);
  }

  /** Whether the second location ever had the change of this name, as an order had it. */
  wasMirrored({ lineage, seq }: PrefixName): boolean {
    const at = this.#lineages.findIndex(({ id }) => id === lineage);
    for (const { id, from } of this.#lineages.slice(at)) {
      if (id !== lineage && from < seq) return false;
      if ((this.under(id).mirrored ?? 0) >= seq) return true;
    }
    return false;
  }

  /** Whether something made on top of that may be kept. */
  isOurs(base: PrefixName): boolean {
    const isOurs = holdsPrefix(this.#lineages, base);
    if (!isOurs) this.counts.turnedAway++;
    return isOurs;
  }

  /** Whether new changes are made on what lies too far back. */
  isTooOld(base: number, changes: readonly Change[], formerly: Writer['formerly']): boolean {
    const isNew = changes.some((change) => change.counter > lastOf(this.#seen, change, formerly));
    const isTooOld = isNew && this.log.length - base > AGE_MOST;
    if (isTooOld) this.counts.tooOld++;
    return isTooOld;
  }

  /** The process dies, and what another one opens ends with this number. */
  lose(keep: number): void {
    this.crash(false);
    this.counts.losses++;
    this.counts.lostChanges += this.log.length - keep;
    const { mirrored } = this.#history;
    this.#history = this.#begin(keep, {
      log: this.log.slice(0, keep),
      hashes: this.hashes.slice(0, keep + 1),
      mirrored: mirrored === null ? null : Math.min(mirrored, keep),
    });
    this.#written = new Map();
    for (const change of this.log) {
      const former = this.#formerNames.get(change);
      this.#written.set(writerOf(change), change.counter);
      if (former !== undefined) this.#written.set(former, change.counter);
    }
    this.#trace.add(`lost all after ${keep}, now ${this.lineage}`);
    this.#open();
  }

  #begin(from: number, history: History): History {
    const id = `order${String(this.#lineages.length).padStart(7, '0')}`;
    this.#lineages.push({ id, from });
    this.#histories.set(id, history);
    return history;
  }

  get isCommitting(): boolean {
    return this.#isCommitting;
  }

  append(
    base: number,
    changes: readonly Change[],
    answer: (appended: Appended) => void,
    formerly: Writer['formerly'] = null,
    jumped: () => void = () => assert(false, 'nobody jumps here'),
  ): void {
    this.#queue.push({ formerly, base, changes, answer, jumped });
  }

  read(from: number, to: number): ReadChanges {
    return { lineage: this.lineage, changes: this.log.slice(from - 1, to) };
  }

  state(writer: Writer | null): DocumentState {
    const counter =
      writer === null ? 0 : lastOf(this.#written, { client: writer.client, author: writer.person }, writer.formerly);
    return { lineages: [...this.#lineages], seq: this.log.length, counter, mirrored: this.mirrored ?? undefined };
  }

  /** The document as it is written, once no write is under way. */
  document(answer: (name: PrefixName, text: string) => void): void {
    const now = (): void => answer({ lineage: this.lineage, seq: this.log.length }, encodeMap(this.#map));
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
      if (!this.#isDense(request)) {
        this.#answers.push(request.jumped);
        continue;
      }
      const outcomes = this.#order(request);
      const changes = this.#batch.slice(from);
      this.#answers.push(() => request.answer(this.#appended(outcomes, changes)));
    }
    return true;
  }

  /** Counters advance by one; only a change without ops may say that what lies before it will not come. */
  #isDense({ changes, formerly }: Request): boolean {
    const [first] = changes;
    let last = first === undefined ? 0 : lastOf(this.#seen, first, formerly);
    for (const { counter, ops } of changes) {
      if (counter > last + 1 && ops.length > 0) return false;
      last = Math.max(last, counter);
    }
    return true;
  }

  #appended(outcomes: readonly AppendOutcome[], changes: readonly NumberedChange[]): Appended {
    return { lineage: this.lineage, seq: this.log.length, mirrored: this.mirrored ?? undefined, outcomes, changes };
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
    this.#open();
  }

  #open(): void {
    this.#seen = new Map(this.#written);
    this.#map = emptyMap();
    for (const change of this.log) assert(apply(this.#map, change).ok, 'what is in the log applies');
    assert(mapHash(this.#map) === this.hashes[this.log.length], 'the log folds to what it folded to before');
  }

  #write(): void {
    this.#history.log.push(...this.#batch);
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
      if (!isSameWriter(between, request) || !waiting.some((one) => one.counter === between.counter)) {
        over = [...over, ...between.ops];
        continue;
      }
      while ((waiting[0]?.counter ?? Infinity) < between.counter) {
        const passed = waiting.shift();
        if (passed === undefined) break;
        const both = transformOps(passed.ops, over);
        over = [...both.over, ...ghostOf(both.ops)];
        outcomes.set(passed.counter, { counter: passed.counter, kind: 'seen' });
      }
      const kept = waiting.shift();
      if (kept === undefined) break;
      over = transformOps(kept.ops, over).over;
      this.counts.repeated++;
      outcomes.set(kept.counter, { counter: kept.counter, kind: 'kept', seq: between.seq });
    }
    for (const change of waiting) {
      const both = transformOps(change.ops, over);
      const outcome = this.#place(change, both.ops, request.formerly);
      outcomes.set(change.counter, outcome);
      over = outcome.kind === 'kept' ? both.over : [...both.over, ...ghostOf(both.ops)];
    }
    return request.changes.map((change) => {
      const outcome = outcomes.get(change.counter);
      assert(outcome, 'each change has an outcome');
      return outcome;
    });
  }

  #place(change: Change, ops: ParsedOps, formerly: Writer['formerly']): AppendOutcome {
    if (change.counter <= lastOf(this.#seen, change, formerly)) {
      // Seen before: kept before `base` (its author has it already), or refused.
      this.counts.repeated++;
      const kept = [...this.log, ...this.#batch]
        .slice(-REMEMBERED)
        .find((one) => isSameWriter(one, { changes: [change], formerly }) && one.counter === change.counter);
      if (kept !== undefined) return { counter: change.counter, kind: 'kept', seq: kept.seq };
      return { counter: change.counter, kind: 'seen' };
    }
    this.#seen.set(writerOf(change), change.counter);
    if (formerly !== null) this.#seen.set(writerOf({ client: change.client, author: formerly }), change.counter);
    if (change.ops.length === 0) {
      this.counts.voids++;
      return { counter: change.counter, kind: 'seen' };
    }
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
    this.#history.hashes[seq] = mapHash(this.#map);
    if (formerly !== null) this.#formerNames.set(numbered, writerOf({ client: change.client, author: formerly }));
    this.#batch.push(numbered);
    return { counter: change.counter, kind: 'kept', seq };
  }
}

function writerOf({ client, author }: Pick<Change, 'client' | 'author'>): string {
  return `${client} ${author}`;
}

/** The last counter of a writer, under whichever name it has counted. */
function lastOf(
  table: ReadonlyMap<string, number>,
  { client, author }: Pick<Change, 'client' | 'author'>,
  formerly: Writer['formerly'],
): number {
  const before = formerly === null ? 0 : (table.get(writerOf({ client, author: formerly })) ?? 0);
  return Math.max(before, table.get(writerOf({ client, author })) ?? 0);
}

function isSameWriter(there: Change, { changes, formerly }: Pick<Request, 'changes' | 'formerly'>): boolean {
  const [first] = changes;
  return first?.client === there.client && (first.author === there.author || formerly === there.author);
}

function refused(change: Change, reason: string, detail: string): AppendOutcome {
  return { counter: change.counter, kind: 'refused', reason, detail };
}
