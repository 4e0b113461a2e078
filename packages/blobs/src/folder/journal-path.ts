import { join } from 'node:path';

/** The folder of the journal, below a store's. It is hidden, for it holds no object's file. */
export const JOURNAL = '.journal';
/** The database, in the journal's folder. */
export const JOURNAL_FILE = 'objects.sqlite';

/** Where the journal of a store's folder is. */
export function journalOf(folder: string): string {
  return join(folder, JOURNAL, JOURNAL_FILE);
}
