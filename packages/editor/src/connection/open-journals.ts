import { answer, DATABASE, type DocumentRow, type JournalRow, TABLES } from './journal-database.ts';

// Opens the database of the journals (journal-store.ts). Apart from them, and small: a page opens it with its first bytes, before the
// editor has come. What an older page left is brought over: the first version had each document in its journal's row; the second knew
// no lineage and kept nothing that the map had.

const VERSION = 3;

/** null where the browser keeps nothing (a private window, a full disk). */
export async function openJournals(page: Pick<WindowOrWorkerGlobalScope, 'indexedDB'>): Promise<IDBDatabase | null> {
  try {
    // A browser that keeps nothing may refuse to be asked at all.
    const opening = page.indexedDB.open(DATABASE, VERSION);
    opening.addEventListener('upgradeneeded', () => {
      const database = opening.result;
      for (const table of TABLES) if (!database.objectStoreNames.contains(table)) database.createObjectStore(table);
      if (opening.transaction !== null) partDocuments(opening.transaction);
    });
    const database = await openedNow(opening);
    // A newer page in another tab brings the database over: this one goes on without it until it is loaded again.
    database.addEventListener('versionchange', () => database.close());
    return database;
  } catch {
    return null;
  }
}

/** Takes the documents out of their journals' rows, where the first version had them. */
function partDocuments(transaction: IDBTransaction): void {
  const walk = transaction.objectStore('journals').openCursor();
  walk.addEventListener('success', () => {
    const cursor = walk.result;
    if (cursor === null) return;
    const { person, counter, document } = cursor.value as JournalRow & { readonly document?: DocumentRow | null };
    if (document != null) transaction.objectStore('documents').put(document, cursor.key);
    if (document !== undefined) cursor.update({ person, counter } satisfies JournalRow);
    cursor.continue();
  });
}

/** Nobody waits for an older page in another tab to let go of the database. */
function openedNow(opening: IDBOpenDBRequest): Promise<IDBDatabase> {
  const blocked = new Promise<never>((_, reject) => {
    opening.addEventListener('blocked', () => {
      opening.addEventListener('success', () => opening.result.close());
      reject(new Error('an older page holds the database'));
    });
  });
  return Promise.race([answer(opening), blocked]);
}
