import type { MapId } from '@bough/base';
import { answer, below, BY_CHANGE, BY_CLIENT } from './journal-database.ts';
import { tryOpen } from './kept-journals.ts';

// How much a browser keeps of one map (journal-store.ts), for those who develop. Reads all of it: not for every second.

/** What all journals of a map hold, in bytes of UTF-8. */
export interface JournalSize {
  /** One for each tab that left work behind, or has the map open. */
  readonly journals: number;
  /** The largest document among them; 0: none has one. */
  readonly documentBytes: number;
  /** Changes that follow the documents, wait, or are kept. */
  readonly changes: number;
  /** All of it, the documents too. */
  readonly bytes: number;
}

/** What is kept of the map; null where the browser keeps nothing. */
export async function journalSize(databases: IDBFactory, map: MapId): Promise<JournalSize | null> {
  const database = await tryOpen(databases);
  if (database === null) return null;
  try {
    const transaction = database.transaction([...BY_CLIENT, ...BY_CHANGE], 'readonly');
    const rows = async (table: string): Promise<readonly unknown[]> =>
      answer(transaction.objectStore(table).getAll(below([map])));
    const [journals, documents, ...changes] = await Promise.all([...BY_CLIENT, ...BY_CHANGE].map(rows));
    const documentSizes = (documents ?? []).map(sizeOf);
    const changeSizes = changes.flat().map(sizeOf);
    return {
      journals: journals?.length ?? 0,
      documentBytes: Math.max(0, ...documentSizes),
      changes: changeSizes.length,
      bytes: [...documentSizes, ...changeSizes].reduce((sum, bytes) => sum + bytes, 0),
    };
  } finally {
    database.close();
  }
}

function sizeOf(row: unknown): number {
  const { text } = row as { readonly text?: unknown };
  return new TextEncoder().encode(typeof text === 'string' ? text : JSON.stringify(row)).length;
}
