import type { Binary, Collection, Db } from 'mongodb';

interface OpenedDoc {
  /** Person, map. */
  readonly _id: Binary;
  readonly person: Binary;
  readonly map: Binary;
  readonly at: number;
  /** Absent, or null: no comment was read. */
  readonly readUpTo?: number | null;
  readonly readThreads?: readonly string[];
  /** Absent, or null: nobody knows what they saw. */
  readonly seen?: string | null;
  /** Absent, or null: they never came by a group alone. */
  readonly entry?: Binary | null;
}

/** When each person opened each map. */
export function openedIn(db: Db): Collection<OpenedDoc> {
  return db.collection<OpenedDoc>('opened');
}
