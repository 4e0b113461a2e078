import type { PersonId } from '@bough/base';
import type { FolderFacts, MapFacts } from '@bough/contracts';

// What home showed last, on this device, so that it is there at once and without a network. One entry: that of whoever was here
// last; somebody else finds nothing, and signing out removes it.

const DATABASE = 'bough-home';
const STORE = 'library';
const KEY = 'last';
const MOST_MAPS = 2_000;

/** A library as it was last seen. */
export interface KeptLibrary {
  readonly person: PersonId;
  readonly maps: readonly MapFacts[];
  readonly folders: readonly FolderFacts[];
  /** null: nobody has looked into it here. */
  readonly trash: readonly MapFacts[] | null;
  /** When the server was asked for it; 0: an older page did not say. */
  readonly at: number;
}

/** What is kept for the person; null when there is nothing, or nothing can be kept here. */
export async function readKeptLibrary(person: PersonId): Promise<KeptLibrary | null> {
  const kept = await inStore('readonly', (store) => store.get(KEY));
  return isKept(kept) && kept.person === person ? { ...kept, trash: kept.trash ?? null, at: kept.at ?? 0 } : null;
}

/** Keeps the library in the place of any other; the trash, where it was not looked into since, as it was kept. */
export async function keepLibrary(library: KeptLibrary): Promise<void> {
  const maps = library.maps.slice(0, MOST_MAPS);
  const trash = (library.trash ?? (await readKeptLibrary(library.person))?.trash ?? null)?.slice(0, MOST_MAPS) ?? null;
  await inStore('readwrite', (store) => store.put({ ...library, maps, trash }, KEY));
}

/** Removes what is kept, whoever's it is, and the names of the maps that were open here. */
export async function forgetLibrary(): Promise<void> {
  const names = await import('../../shell/opened-maps.ts').catch(() => null);
  names?.forgetOpened();
  await inStore('readwrite', (store) => store.delete(KEY));
}

function isKept(value: unknown): value is Omit<KeptLibrary, 'at' | 'trash'> & Partial<KeptLibrary> {
  return typeof value === 'object' && value !== null && 'person' in value && 'maps' in value && 'folders' in value;
}

/** A browser that keeps nothing (a private window, a full disk) has no library yet; home then waits for the server. */
async function inStore(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  try {
    const database = await opened();
    const request = ask(database.transaction(STORE, mode).objectStore(STORE));
    try {
      return await answerOf(request);
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

async function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  await answerOf(request);
  return request.result;
}

function answerOf(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser refused')));
  });
}
