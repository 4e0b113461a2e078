import type { ClientId, MapId, PersonId } from '@bough/base';
import { answer, below, BY_CHANGE, BY_CLIENT, DATABASE, finished, lockName, TABLES } from './journal-database.ts';
import { forgetHandedOver, takeUp } from './take-up.ts';

// What the journals of this browser (journal-store.ts) hold of a person, for whoever signs out. Apart from the editor: home asks, which
// has no map open. The database is opened as it is, of whatever version, and never made.

/** What nobody else has: changes that were not sent, and those that were refused and may be written again. */
const UNSAVED = ['pending', 'refused'] as const;
/** A tab that was told to leave lets go of its journal within this, or is frozen. */
const PATIENCE_MS = 3_000;

/** How many changes of a map are in this browser alone. */
export interface UnsavedWork {
  readonly map: MapId;
  readonly changes: number;
}

/** What a browser keeps things in. */
export interface BrowserStorage {
  readonly databases: IDBFactory;
  /** Absent on a page without https. */
  readonly locks: LockManager | undefined;
}

interface Journal {
  readonly key: readonly [map: MapId, client: ClientId];
  readonly person: PersonId;
}

/** What of the person's work only this browser has, a row for each map. */
export async function unsavedWork(
  { databases, locks }: BrowserStorage,
  person: PersonId,
): Promise<readonly UnsavedWork[]> {
  const database = await tryOpen(databases);
  if (database === null) return [];
  try {
    await takeUp(database, locks).catch(() => undefined);
    const transaction = database.transaction(['journals', ...UNSAVED], 'readonly');
    const byMap = new Map<MapId, number>();
    for (const journal of await journalsIn(transaction)) {
      if (journal.person !== person) continue;
      const count = await countOf(transaction, UNSAVED, journal);
      if (count > 0) byMap.set(journal.key[0], (byMap.get(journal.key[0]) ?? 0) + count);
    }
    return [...byMap].map(([map, changes]) => ({ map, changes }));
  } finally {
    database.close();
  }
}

/**
 * Removes every journal of the person, and those of others that hold nothing which only they have: whoever uses the browser next finds
 * no map in it. Waits for a moment until other tabs have let go of theirs.
 */
export async function forgetJournals({ databases, locks }: BrowserStorage, person: PersonId): Promise<void> {
  const database = await tryOpen(databases);
  if (database === null) return;
  try {
    const journals = await journalsIn(database.transaction('journals', 'readonly'));
    await Promise.all(journals.filter((each) => each.person === person).map((each) => isLetGo(locks, each)));
    const transaction = database.transaction(TABLES, 'readwrite');
    const done = finished(transaction);
    for (const journal of await journalsIn(transaction)) {
      const isOthers = journal.person !== person;
      if (isOthers && (await countOf(transaction, [...UNSAVED, 'kept'], journal)) > 0) continue;
      for (const table of BY_CLIENT) transaction.objectStore(table).delete([...journal.key]);
      for (const table of BY_CHANGE) transaction.objectStore(table).delete(below(journal.key));
    }
    await done;
    // Last: a tab that leaves hands over what it has not kept.
    forgetHandedOver(person);
  } finally {
    database.close();
  }
}

/** The database as it is; null where there is none. */
export async function tryOpen(databases: IDBFactory): Promise<IDBDatabase | null> {
  try {
    const opening = databases.open(DATABASE);
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    const database = await answer(opening);
    if (TABLES.every((table) => database.objectStoreNames.contains(table))) return database;
    database.close();
    return null;
  } catch {
    return null;
  }
}

async function journalsIn(transaction: IDBTransaction): Promise<readonly Journal[]> {
  const table = transaction.objectStore('journals');
  const [keys, rows] = await Promise.all([answer(table.getAllKeys()), answer(table.getAll())]);
  return keys.flatMap((key, at) => {
    const row = rows[at] as { readonly person: PersonId };
    if (!Array.isArray(key)) return [];
    return [{ key: [key[0] as MapId, key[1] as ClientId] as const, person: row.person }];
  });
}

async function countOf(transaction: IDBTransaction, tables: readonly string[], journal: Journal): Promise<number> {
  const counts = tables.map((table) => answer(transaction.objectStore(table).count(below(journal.key))));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Resolves when no tab has the journal any more, or when that has lasted too long. */
async function isLetGo(locks: LockManager | undefined, { key }: Journal): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  await locks?.request(lockName(...key), { signal }, () => undefined).catch(() => undefined);
}
