import { assert, type Clock, err, ok, type Result } from '@bough/base';
import { type Applied, type Op, parseOps } from '@bough/map';
import type { Edited, EditOptions, EditRefusal } from './client-types.ts';
import type { MapRole } from '@bough/contracts';
import type { Outbox } from './outbox.ts';
import { refusalOf } from './refused-change.ts';
import type { Replica } from '../replica/replica.ts';
import type { UndoHistory } from '../replica/undo.ts';

export interface LocalWriterComponents {
  readonly clock: Clock;
  readonly replica: Replica;
  readonly history: UndoHistory;
  readonly outbox: Outbox;
  /** Something was written: `applied` is in the map. */
  readonly onWritten: (applied: Applied) => void;
}

type Remember = (counter: number, inverse: readonly Op[]) => void;

/** Writes one's own changes: applies them at once, counts them, remembers how to take them back, and has them kept and sent. */
export class LocalWriter {
  readonly #components: LocalWriterComponents;
  role: MapRole | null = null;
  isStopped = false;
  #counter = 0;

  constructor(components: LocalWriterComponents) {
    this.#components = components;
  }

  /** Counters up to this one are taken. */
  skipTo(counter: number): void {
    this.#counter = Math.max(this.#counter, counter);
  }

  edit(ops: readonly Op[], options: EditOptions): Result<Edited, EditRefusal> {
    const { clock, history } = this.#components;
    const step = history.stepOf(options.step, clock.monotonic());
    return this.#write(ops, step, (counter, inverse) => history.did(counter, step, inverse));
  }

  undo(): Result<Edited, EditRefusal> {
    const { history, replica } = this.#components;
    return this.#retrace(
      () => history.takeUndo(replica.map),
      (counter, inverse) => history.undid(counter, inverse),
    );
  }

  redo(): Result<Edited, EditRefusal> {
    const { history, replica } = this.#components;
    return this.#retrace(
      () => history.takeRedo(replica.map),
      (counter, inverse) => history.redid(counter, inverse),
    );
  }

  #refusalOf(ops: readonly Op[]): EditRefusal | null {
    return refusalOf(ops, this.role, this.#components.replica.isWhole && !this.isStopped);
  }

  #write(ops: readonly Op[], step: number, remember: Remember): Result<Edited, EditRefusal> {
    const { clock, replica, history, outbox, onWritten } = this.#components;
    const refusal = this.#refusalOf(ops);
    if (refusal !== null) return err(refusal);
    const parsed = parseOps(ops);
    if (!parsed.ok) return err({ reason: 'malformed', op: 0, detail: parsed.error });
    const edited = replica.edit(this.#counter + 1, step, clock.now(), parsed.value);
    if (!edited.ok) return err(edited.error);
    const { applied, pending } = edited.value;
    assert(pending.inverse !== null, 'what was just applied can be taken back');
    if (pending.counter > this.#counter) {
      this.#counter = pending.counter;
      remember(pending.counter, pending.inverse);
    } else {
      history.reinverted(pending.counter, pending.inverse);
    }
    outbox.keep(pending);
    onWritten(applied);
    return ok({ counter: pending.counter, touched: applied.touched, recovered: applied.recovered });
  }

  #retrace(take: () => readonly Op[] | null, remember: Remember): Result<Edited, EditRefusal> {
    const refusal = this.#refusalOf([]);
    if (refusal !== null) return err(refusal);
    for (let ops = take(); ops !== null; ops = take()) {
      while (ops.length > 0) {
        const done = this.#write(ops, this.#components.history.stepOf(undefined, 0), remember);
        if (done.ok || done.error.reason === 'denied') return done;
        // What others did left no room for this op: the others of the step are undone without it.
        const without = done.error.op;
        ops = ops.filter((_, at) => at !== without);
      }
    }
    return err({ reason: 'nothing-to-undo', op: 0, detail: 'none of your changes is left to take back' });
  }
}
