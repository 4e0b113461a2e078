import type { MoveMark } from '@bough/service';
import type { StoredRecord } from './tables.ts';

/** Everything that is kept, as records: for backups, and to be moved to another database. */
export interface RecordStore extends RecordMoves {
  /** Every record; of SQLite, as all were in one moment; of MongoDB, table by table, so that what names something is read after it. */
  records(): AsyncIterable<StoredRecord>;
  /** Adds those that are not there, and leaves alone those that are. A person's address that somebody else has is a failure. */
  addRecords(records: readonly StoredRecord[]): Promise<void>;
  /** Whether nobody and no map is known. */
  isEmpty(): Promise<boolean>;
}

/** What moving everything to another database needs. */
export interface RecordMoves {
  /** What the database says of a move that it had a part in. */
  moveMark(): Promise<MoveMark | null>;
  setMoveMark(mark: MoveMark): Promise<void>;
  /** Adds records of which none is there. Killed in the middle it leaves some of them. */
  fill(records: readonly StoredRecord[]): Promise<void>;
  /** Does what `fill` does with these records, so that it can be measured, and leaves nothing behind. */
  tryFill(records: readonly StoredRecord[]): Promise<void>;
  /** Removes every record. */
  clear(): Promise<void>;
}
