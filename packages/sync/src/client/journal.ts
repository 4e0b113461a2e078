import type { NumberedChange } from '@bough/map';
import type { SavedPending, StoreWrite } from './client-types.ts';

/**
 * What must be written down, gathered while one write is under way: one save at a time, each a consistent whole. A change may
 * be sent only when `isSaved` says that its present form is durable, or a restart could give its counter to something else.
 */
export class Journal {
  #queued: StoreWrite[] = [];
  #queuedPending = new Map<number, SavedPending>();
  #underWay: { readonly save: number; readonly counters: ReadonlySet<number> } | null = null;
  #saves = 0;

  put(write: StoreWrite): void {
    if (write.kind === 'pending') {
      this.#queuedPending.set(write.pending.counter, write.pending);
      return;
    }
    const counter = endedBy(write);
    if (counter !== null) {
      const form = this.#queuedPending.get(counter);
      // The store sees the last form of everything, if only for a moment: what came of it can be told by the store alone.
      if (form !== undefined) this.#queued.push({ kind: 'pending', pending: form });
      this.#queuedPending.delete(counter);
    }
    const last = this.#queued.at(-1);
    if (write.kind === 'changes' && last?.kind === 'changes') {
      this.#queued[this.#queued.length - 1] = { kind: 'changes', changes: [...last.changes, ...write.changes] };
    } else {
      this.#queued.push(write);
    }
  }

  changes(changes: readonly NumberedChange[]): void {
    if (changes.length > 0) this.put({ kind: 'changes', changes });
  }

  isSaved(counter: number): boolean {
    return !this.#queuedPending.has(counter) && this.#underWay?.counters.has(counter) !== true;
  }

  /** The next save, or null while one is under way (but for the `last` one, which waits for nothing) or when there is nothing to write. */
  take(isLast = false): { readonly save: number; readonly writes: readonly StoreWrite[] } | null {
    if (this.#underWay !== null && !isLast) return null;
    if (this.#queued.length === 0 && this.#queuedPending.size === 0) return null;
    const pending = [...this.#queuedPending.values()].map((one): StoreWrite => ({ kind: 'pending', pending: one }));
    const writes = [...this.#queued, ...pending];
    // What was under way before is durable when this one is: stores write in order.
    const counters = new Set([...(this.#underWay?.counters ?? []), ...this.#queuedPending.keys()]);
    this.#underWay = { save: ++this.#saves, counters };
    this.#queued = [];
    this.#queuedPending = new Map();
    return { save: this.#underWay.save, writes };
  }

  /** That save is durable. An answer to another one is ignored. */
  stored(save: number): void {
    if (this.#underWay?.save === save) this.#underWay = null;
  }
}

/** The counter of the change that is pending no more with this write, or null. */
function endedBy(write: StoreWrite): number | null {
  if (write.kind === 'settled') return write.counter;
  if (write.kind === 'refused') return write.refused.counter;
  return write.kind === 'acknowledged' ? write.change.counter : null;
}
