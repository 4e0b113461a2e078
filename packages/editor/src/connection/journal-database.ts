import type { ClientId, MapId, PersonId } from '@bough/base';

// What the journals (journal-store.ts) and whoever looks into them from outside (kept-journals.ts) agree on, and what IndexedDB is asked by.

export const DATABASE = 'bough-journal-1';
/** One row for each client of a map. */
export const BY_CLIENT = ['journals', 'documents'] as const;
/** Rows for each change of a client. */
export const BY_CHANGE = ['changes', 'pending', 'kept', 'refused'] as const;
export const TABLES = [...BY_CLIENT, ...BY_CHANGE] as const;

/** What `journals` has of each. */
export interface JournalRow {
  readonly person: PersonId;
  readonly counter: number;
  readonly lineage?: string | null;
}

/** What `documents` has of each. */
export interface DocumentRow {
  readonly seq: number;
  readonly text: string;
}

/** Whose journal, of which map. */
export interface JournalName {
  readonly map: MapId;
  readonly client: ClientId;
}

export const LOCKS = 'bough-journal:';
/** The lock that the tab holds which writes this journal. */
export function lockName(map: string, client: string): string {
  return `${LOCKS}${map}:${client}`;
}

/** All keys that begin so: an array sorts after every number and text. */
export function below(prefix: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound([...prefix], [...prefix, []]);
}

/** What the request answers. */
export function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser keeps nothing')));
  });
}

/** Resolves when everything of the transaction is kept. */
export function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the browser kept nothing')));
  });
}
