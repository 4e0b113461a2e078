import type { StoredRecord } from './tables.ts';

/** Everything that is kept, as records: for backups. */
export interface RecordStore {
  /** Every record; of SQLite, as all were in one moment; of MongoDB, table by table, so that what names something is read after it. */
  records(): AsyncIterable<StoredRecord>;
  /** Adds those that are not there, and leaves alone those that are. A person's address that somebody else has is a failure. */
  addRecords(records: readonly StoredRecord[]): Promise<void>;
  /** Whether nobody and no map is known. */
  isEmpty(): Promise<boolean>;
}
