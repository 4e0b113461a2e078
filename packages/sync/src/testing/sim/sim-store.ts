import { assert } from '@bough/base';
import type { NumberedChange, Op } from '@bough/map';
import type { AcknowledgedChange, RefusedChange, Saved, SavedPending, StoreWrite } from '../../client/client-types.ts';

/** What a browser keeps for one client: survives its restarts. */
export class SimStore {
  #lineage: string | null = null;
  #document: { readonly seq: number; readonly text: string } | null = null;
  #changes: NumberedChange[] = [];
  readonly #pending = new Map<number, SavedPending>();
  readonly refused = new Map<number, RefusedChange>();
  /** The last form of every change that was ever put: what was kept here must have a fate. */
  readonly everPut = new Map<number, readonly Op[]>();
  readonly acknowledged = new Map<number, AcknowledgedChange>();
  /** What was acknowledged and then forgotten, as it was. */
  readonly released = new Map<number, AcknowledgedChange>();
  #counter = 0;

  get counter(): number {
    return this.#counter;
  }

  write(writes: readonly StoreWrite[]): void {
    for (const write of writes) this.#write(write);
  }

  load(): Saved {
    return {
      document: this.#document,
      lineage: this.#lineage,
      changes: [...this.#changes],
      pending: [...this.#pending.values()].sort((a, b) => a.counter - b.counter),
      acknowledged: [...this.acknowledged.values()].sort((a, b) => a.counter - b.counter),
      refused: [...this.refused.values()],
      counter: this.#counter,
    };
  }

  #write(write: StoreWrite): void {
    switch (write.kind) {
      case 'document':
        this.#lineage = write.lineage;
        this.#document = { seq: write.seq, text: write.text };
        this.#changes = [];
        return;
      case 'lineage':
        this.#lineage = write.lineage;
        return;
      case 'changes': {
        for (const change of write.changes) {
          const last = this.#changes.at(-1)?.seq ?? this.#document?.seq;
          assert(last !== undefined && change.seq === last + 1, 'stored changes follow the document, without a gap');
          this.#changes.push(change);
        }
        return;
      }
      case 'pending':
        this.#pending.set(write.pending.counter, write.pending);
        this.released.delete(write.pending.counter);
        this.everPut.set(write.pending.counter, write.pending.ops);
        this.#counter = Math.max(this.#counter, write.pending.counter);
        return;
      case 'settled':
        this.#pending.delete(write.counter);
        return;
      case 'acknowledged':
        this.#pending.delete(write.change.counter);
        this.acknowledged.set(write.change.counter, write.change);
        return;
      case 'released': {
        const gone = this.acknowledged.get(write.counter);
        if (gone !== undefined) this.released.set(write.counter, gone);
        this.acknowledged.delete(write.counter);
        return;
      }
      case 'refused':
        this.#pending.delete(write.refused.counter);
        this.refused.set(write.refused.counter, write.refused);
        return;
      case 'dismissed':
        return;
    }
  }
}
