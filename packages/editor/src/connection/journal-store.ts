import type { ClientId, MapId, PersonId } from '@bough/base';
import type { NumberedChange } from '@bough/map';
import type { AcknowledgedChange, RefusedChange, Saved, SavedPending, StoreWrite } from '@bough/sync';
import { handedOver } from './handed-over.ts';
import {
  answer,
  below,
  BY_CHANGE,
  BY_CLIENT,
  type DocumentRow,
  finished,
  type JournalName,
  type JournalRow,
  TABLES,
} from './journal-database.ts';

// What a copy of the editor needs to go on after a reload or a crash, in IndexedDB. One journal for each client of a map:
//
//   journals   [map, client] -> person, counter (the highest ever given to a change), the lineage of document and changes
//   documents  [map, client] -> the document and its number: apart, since every key that is pressed writes its journal's row
//   changes    [map, client, seq] -> a change that follows the document
//   pending    [map, client, counter] -> an own change that the map does not have yet
//   kept       [map, client, counter] -> an own change that the map has, until its second location has it too
//   refused    [map, client, counter] -> an own change that the map will never have
//
// Records are written and read by this page's own code alone, on this device. What an older page left is brought over when
// the database is opened.

type Table = (typeof TABLES)[number];

/** A journal that is there, and how many changes it has that nobody else has. */
export interface JournalFacts {
  readonly client: ClientId;
  readonly person: PersonId;
  readonly pending: number;
  /** How many that the server might lose, and that are kept here for that. */
  readonly kept: number;
}

/** The journals of this browser. */
export class JournalStore {
  readonly #database: IDBDatabase;
  /** The rows that were read or written here: a journal has one writer, which holds its lock. */
  readonly #rows = new Map<string, JournalRow>();

  /** Over the database that was opened for it (open-journals.ts), which it closes. */
  constructor(database: IDBDatabase) {
    this.#database = database;
  }

  /** The journals of one map. */
  async list(map: MapId): Promise<JournalFacts[]> {
    const transaction = this.#database.transaction(['journals', 'pending', 'kept'], 'readonly');
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
      const [pending, kept] = await Promise.all([
        answer(transaction.objectStore('pending').count(below([map, client]))),
        answer(transaction.objectStore('kept').count(below([map, client]))),
      ]);
      facts.push({ client, person: row.person, pending, kept });
    }
    return facts;
  }

  /** Everything in one journal; null when there is none. */
  async read({ map, client }: JournalName): Promise<Saved | null> {
    const transaction = this.#database.transaction(TABLES, 'readonly');
    const all = (table: Table): IDBRequest<unknown[]> => transaction.objectStore(table).getAll(below([map, client]));
    const [row, document, changes, pending, acknowledged, refused] = await Promise.all([
      answer(transaction.objectStore('journals').get([map, client]) as IDBRequest<JournalRow | undefined>),
      answer(transaction.objectStore('documents').get([map, client]) as IDBRequest<DocumentRow | undefined>),
      answer(all('changes') as IDBRequest<NumberedChange[]>),
      answer(all('pending') as IDBRequest<SavedPending[]>),
      answer(all('kept') as IDBRequest<AcknowledgedChange[]>),
      answer(all('refused') as IDBRequest<RefusedChange[]>),
    ]);
    if (row === undefined) return null;
    this.#rows.set(`${map} ${client}`, row);
    const { counter, lineage = null } = row;
    return { document: document ?? null, lineage, changes, pending, acknowledged, refused, counter };
  }

  /** Does all of the writes or none, in order; resolves when they are durable. A journal that exists was read before. */
  async write({ map, client }: JournalName, person: PersonId, writes: readonly StoreWrite[]): Promise<void> {
    const transaction = this.#database.transaction(TABLES, 'readwrite');
    const done = finished(transaction);
    let row: JournalRow = this.#rows.get(`${map} ${client}`) ?? { person, counter: 0 };
    for (const write of writes) {
      if (write.kind === 'document' || write.kind === 'lineage') row = { ...row, lineage: write.lineage };
      if (write.kind === 'document') {
        const document: DocumentRow = { seq: write.seq, text: write.text };
        transaction.objectStore('documents').put(document, [map, client]);
        transaction.objectStore('changes').delete(below([map, client]));
      } else if (write.kind !== 'lineage') {
        if (write.kind === 'pending') row = { ...row, counter: Math.max(row.counter, write.pending.counter) };
        put(transaction, [map, client], write);
      }
    }
    transaction.objectStore('journals').put(row, [map, client]);
    // Without waiting for a single answer: what is asked and committed in one go is kept, also when the page is gone by then.
    transaction.commit();
    this.#rows.set(`${map} ${client}`, row);
    await done;
  }

  /** Takes a journal away that nobody needs any more. */
  async forget({ map, client }: JournalName): Promise<void> {
    const transaction = this.#database.transaction(TABLES, 'readwrite');
    const done = finished(transaction);
    for (const table of BY_CLIENT) transaction.objectStore(table).delete([map, client]);
    for (const table of BY_CHANGE) transaction.objectStore(table).delete(below([map, client]));
    await done;
  }

  /** Takes in what pages that went have handed over. */
  async takeUp(): Promise<void> {
    if (handedOver().length > 0) await (await import('./take-up.ts')).takeUp(this.#database, navigator.locks);
  }

  close(): void {
    this.#database.close();
  }
}

function put(
  transaction: IDBTransaction,
  at: readonly string[],
  write: Exclude<StoreWrite, { kind: 'document' | 'lineage' }>,
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
    case 'acknowledged':
      transaction.objectStore('pending').delete([...at, write.change.counter]);
      transaction.objectStore('kept').put(write.change, [...at, write.change.counter]);
      return;
    case 'released':
      transaction.objectStore('kept').delete([...at, write.counter]);
      return;
    case 'refused':
      transaction.objectStore('pending').delete([...at, write.refused.counter]);
      transaction.objectStore('refused').put(write.refused, [...at, write.refused.counter]);
      return;
    case 'dismissed':
      transaction.objectStore('refused').delete([...at, write.counter]);
  }
}
