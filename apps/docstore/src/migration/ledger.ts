import { isCount, isRecord, tryJson, tryUtf8Decode, utf8Encode } from '@bough/base';
import type { BlobStore, ETag } from '@bough/bloblog';
import { refused } from './read-row.ts';

// How far a move has come, as one object of the first location. Documents are dealt with side by side; what the object names is the last one up to which
// all are. Whoever is killed goes on behind it, and what was dealt with beyond it is met again as being there.

const KEY = 'migration/rows';

/** A document that was left in the old place, and why. */
export interface Left {
  readonly name: string;
  readonly why: string;
}

/** What was done of a move up to the document `after`, in all its runs. */
export interface Tally {
  /** null: nothing yet. */
  readonly after: string | null;
  readonly documents: number;
  readonly changes: number;
  /** Removed forever from Bough after they had been moved. */
  readonly purged: number;
  readonly left: readonly Left[];
  /** Requests to storage that wrote, and that read. */
  readonly writes: number;
  readonly reads: number;
}

const NOTHING: Tally = { after: null, documents: 0, changes: 0, purged: 0, left: [], writes: 0, reads: 0 };

/** Keeps the tally of one move; two that run at once are found out. */
export class Ledger {
  readonly #store: BlobStore;
  #etag: ETag | null;
  #tally: Tally;

  private constructor(store: BlobStore, etag: ETag | null, tally: Tally) {
    this.#store = store;
    this.#etag = etag;
    this.#tally = tally;
  }

  /** That of the move that was begun and has not ended, or a new one. */
  static async open(store: BlobStore): Promise<Ledger> {
    const blob = await store.get(KEY);
    const kept = tryJson(tryUtf8Decode(blob?.bytes ?? new Uint8Array()) ?? '');
    const isOpen = isRecord(kept) && kept['isOver'] === false;
    return new Ledger(store, blob?.etag ?? null, (isOpen ? tryTally(kept['tally']) : null) ?? NOTHING);
  }

  get tally(): Tally {
    return this.#tally;
  }

  /** Keeps it. Once it is over the next move begins at the first document again. */
  async keep(tally: Tally, isOver: boolean): Promise<void> {
    const bytes = utf8Encode(JSON.stringify({ isOver, tally }));
    const outcome = await (this.#etag === null
      ? this.#store.createIfAbsent(KEY, bytes)
      : this.#store.replaceIf(KEY, this.#etag, bytes));
    if (outcome.kind !== 'written')
      throw refused('another move is running, or the last write was not answered: start it again');
    this.#etag = outcome.etag;
    this.#tally = tally;
  }
}

/** One that cannot be read is none: everything is compared once more then. */
function tryTally(value: unknown): Tally | null {
  if (!isRecord(value) || typeof value['after'] !== 'string' || !Array.isArray(value['left'])) return null;
  const counts = [value['documents'], value['changes'], value['purged'], value['writes'], value['reads']];
  return counts.every((count) => isCount(count)) ? (value as unknown as Tally) : null;
}
