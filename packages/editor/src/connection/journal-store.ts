import type { ClientId, MapId, PersonId } from '@bough/base';
import type { NumberedChange } from '@bough/map';
import type { RefusedChange, Saved, SavedPending, StoreWrite } from '@bough/sync';

// What a copy of the editor needs to go on after a reload or a crash, in IndexedDB. One journal for each client of a map:
//
//   journals   [map, client] -> person, counter (the highest ever given to a change), the document and its number
//   changes    [map, client, seq] -> a change that follows the document
//   pending    [map, client, counter] -> an own change that the map does not have yet
//   refused    [map, client, counter] -> an own change that the map will never have
//
// Records are written and read by this page's own code alone, on this device; a format change is a new database name.

const DATABASE = 'bough-journal-1';
const TABLES = ['journals', 'changes', 'pending', 'refused'] as const;
type Table = (typeof TABLES)[number];

/** Whose journal, of which map. */
export interface JournalName {
  readonly map: MapId;
  readonly client: ClientId;
}

interface JournalRow {
  readonly person: PersonId;
  readonly counter: number;
  readonly document: { readonly seq: number; readonly text: string } | null;
}

/** A journal that is there, and how many changes it has that nobody else has. */
export interface JournalFacts {
  readonly client: ClientId;
  readonly person: PersonId;
  readonly pending: number;
}

/** The journals of this browser. */
export class JournalStore {
  readonly #database: IDBDatabase;

  private constructor(database: IDBDatabase) {
    this.#database = database;
  }

  /** null where the browser keeps nothing (a private window, a full disk). */
  static async tryOpen(factory: IDBFactory): Promise<JournalStore | null> {
    try {
      const opening = factory.open(DATABASE, 1);
      opening.addEventListener('upgradeneeded', () => {
        for (const table of TABLES) opening.result.createObjectStore(table);
      });
      return new JournalStore(await answer(opening));
    } catch {
      return null;
    }
  }

  /** The journals of one map. */
  async list(map: MapId): Promise<JournalFacts[]> {
    const transaction = this.#database.transaction(['journals', 'pending'], 'readonly');
    const journals = transaction.objectStore('journals');
    const [keys, rows] = await Promise.all([
      answer(journals.getAllKeys(below([map]))),
      answer(journals.getAll(below([map])) as IDBRequest<JournalRow[]>),
    ]);
    const facts: JournalFacts[] = [];
    for (const [index, row] of rows.entries()) {
      const key = keys[index];
      if (!Array.isArray(key)) continue;
      const client = key[1] as ClientId;
      const pending = await answer(transaction.objectStore('pending').count(below([map, client])));
      facts.push({ client, person: row.person, pending });
    }
    return facts;
  }

  /** Everything in one journal; null when there is none. */
  async read({ map, client }: JournalName): Promise<Saved | null> {
    const transaction = this.#database.transaction(TABLES, 'readonly');
    const all = (table: Table): IDBRequest<unknown[]> => transaction.objectStore(table).getAll(below([map, client]));
    const [row, changes, pending, refused] = await Promise.all([
      answer(transaction.objectStore('journals').get([map, client]) as IDBRequest<JournalRow | undefined>),
      answer(all('changes') as IDBRequest<NumberedChange[]>),
      answer(all('pending') as IDBRequest<SavedPending[]>),
      answer(all('refused') as IDBRequest<RefusedChange[]>),
    ]);
    return row === undefined ? null : { document: row.document, changes, pending, refused, counter: row.counter };
  }

  /** Does all of the writes or none, in order; resolves when they are durable. */
  async write({ map, client }: JournalName, person: PersonId, writes: readonly StoreWrite[]): Promise<void> {
    const transaction = this.#database.transaction(TABLES, 'readwrite');
    const done = finished(transaction);
    const journals = transaction.objectStore('journals');
    const before = await answer(journals.get([map, client]) as IDBRequest<JournalRow | undefined>);
    let row: JournalRow = before ?? { person, counter: 0, document: null };
    for (const write of writes) {
      if (write.kind === 'document') {
        row = { ...row, document: { seq: write.seq, text: write.text } };
        transaction.objectStore('changes').delete(below([map, client]));
      } else {
        if (write.kind === 'pending') row = { ...row, counter: Math.max(row.counter, write.pending.counter) };
        put(transaction, [map, client], write);
      }
    }
    journals.put(row, [map, client]);
    await done;
  }

  /** Takes a journal away that nobody needs any more. */
  async forget({ map, client }: JournalName): Promise<void> {
    const transaction = this.#database.transaction(TABLES, 'readwrite');
    const done = finished(transaction);
    transaction.objectStore('journals').delete([map, client]);
    for (const table of TABLES.slice(1)) transaction.objectStore(table).delete(below([map, client]));
    await done;
  }

  close(): void {
    this.#database.close();
  }
}

function put(
  transaction: IDBTransaction,
  at: readonly string[],
  write: Exclude<StoreWrite, { kind: 'document' }>,
): void {
  switch (write.kind) {
    case 'changes':
      for (const change of write.changes) transaction.objectStore('changes').put(change, [...at, change.seq]);
      return;
    case 'pending':
      transaction.objectStore('pending').put(write.pending, [...at, write.pending.counter]);
      return;
    case 'settled':
      transaction.objectStore('pending').delete([...at, write.counter]);
      return;
    case 'refused':
      transaction.objectStore('refused').put(write.refused, [...at, write.refused.counter]);
      return;
    case 'dismissed':
      transaction.objectStore('refused').delete([...at, write.counter]);
  }
}

/** All keys that begin so: an array sorts after every number and text. */
function below(prefix: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound(prefix, [...prefix, []]);
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser keeps nothing')));
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the browser kept nothing')));
  });
}
