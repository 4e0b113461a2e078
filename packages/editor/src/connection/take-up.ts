import { isRecord, type MapId, type ClientId, type PersonId, tryJson } from '@bough/base';
import type { SavedPending } from '@bough/sync';
import { type HandedOver, handedOver } from './handed-over.ts';
import { answer, below, finished } from './journal-database.ts';
import { tryLock } from './journal-lock.ts';

// Fetched where a page that went has handed something over (handed-over.ts).

/** Brings what was handed over into the journals that no living tab has. */
export async function takeUp(database: IDBDatabase, locks: LockManager | undefined): Promise<void> {
  for (const name of handedOver()) {
    const [, map = '', client = ''] = name.split(':');
    const unlock = await tryLock(locks, { map: map as MapId, client: client as ClientId });
    if (unlock === null) continue;
    try {
      const found = readHandedOver(name);
      if (found !== null) await bringIn(database, [map, client], found);
      localStorage.removeItem(name);
    } finally {
      unlock();
    }
  }
}

/** Removes what was handed over of the person. */
export function forgetHandedOver(person: PersonId): void {
  for (const name of handedOver()) if (readHandedOver(name)?.person === person) localStorage.removeItem(name);
}

/** Those that the journal does not have: beyond its last counter, or waiting in an older form. What came of others is in it. */
export function lacking(
  pending: readonly SavedPending[],
  counter: number,
  waiting: ReadonlySet<number>,
): readonly SavedPending[] {
  return pending.filter((one) => one.counter > counter || waiting.has(one.counter));
}

/** null: nothing that this page could have written. */
function readHandedOver(name: string): HandedOver | null {
  const found = tryJson(localStorage.getItem(name) ?? '');
  const isOurs = isRecord(found) && typeof found['person'] === 'string' && Array.isArray(found['pending']);
  return isOurs ? (found as unknown as HandedOver) : null;
}

async function bringIn(database: IDBDatabase, at: readonly [string, string], found: HandedOver): Promise<void> {
  const transaction = database.transaction(['journals', 'pending'], 'readwrite');
  const done = finished(transaction);
  const [journals, table] = [transaction.objectStore('journals'), transaction.objectStore('pending')];
  const [row, keys] = await Promise.all([
    answer(journals.get([...at]) as IDBRequest<{ readonly counter: number } | undefined>),
    answer(table.getAllKeys(below(at))),
  ]);
  const waiting = new Set(keys.map((key) => (Array.isArray(key) ? Number(key[2]) : 0)));
  const counter = row?.counter ?? 0;
  const pending = lacking(found.pending, counter, waiting);
  for (const one of pending) table.put(one, [...at, one.counter]);
  const last = Math.max(counter, ...pending.map((one) => one.counter));
  journals.put({ person: found.person, ...row, counter: last }, [...at]);
  await done;
}
