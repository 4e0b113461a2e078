import { isCount, isRecord, tryJson, tryUtf8Decode, utf8Encode } from '@bough/base';
import type { BlobStore } from '../store/blob-store.ts';
import { entriesBelow } from '../store/entries-below.ts';
import { LATE } from '../objects/keys.ts';

// Which logs the second location lacks something of is known to the process that could not copy it, and must outlive it: a mark
// stands in the first location for each such log, `behind/<log>`, from the first copy that failed until one has succeeded. Its
// bytes are JSON: {"seq": the last number that the second location had, "since": when the first change after it was made, in ms}.

/** What is known of a log that is behind in the second location. */
export interface LateMark {
  /** The last number that the second location has, as far as is known. */
  readonly seq: number;
  /** Since when, by the wall clock. */
  readonly sinceAt: number;
}

/** The marks of one location. */
export class LateMarks {
  readonly #store: BlobStore;

  constructor(store: BlobStore) {
    this.#store = store;
  }

  async note(log: string, { seq, sinceAt }: LateMark): Promise<void> {
    await this.#store.put(LATE + log, utf8Encode(JSON.stringify({ seq, since: sinceAt })));
  }

  /** The mark of this log; null when there is none that can be read. */
  async find(log: string): Promise<LateMark | null> {
    return readMark((await this.#store.get(LATE + log))?.bytes);
  }

  async forget(log: string): Promise<void> {
    await this.#store.remove(LATE + log);
  }

  /** All of them. One that cannot be read counts as a log of which nothing is known to be there. */
  async *all(): AsyncGenerator<readonly [log: string, mark: LateMark]> {
    for await (const { key, modifiedAt } of entriesBelow(this.#store, LATE)) {
      const blob = await this.#store.get(key).catch(() => null);
      yield [key.slice(LATE.length), readMark(blob?.bytes) ?? { seq: 0, sinceAt: modifiedAt }];
    }
  }
}

function readMark(bytes: Uint8Array | undefined): LateMark | null {
  const value = tryJson(tryUtf8Decode(bytes ?? new Uint8Array()) ?? '');
  if (!isRecord(value)) return null;
  const { seq, since } = value;
  return isCount(seq) && isCount(since) ? { seq, sinceAt: since } : null;
}
