import type { MapId, PersonId } from '@bough/base';
import { type BrowserStorage, forgetJournals, unsavedWork } from '@bough/editor/journals';
import { forgetLibrary, readKeptLibrary } from '../home/library/kept-library.ts';
import { words } from '../words/index.ts';

/** What is about this device and nobody in particular. Everything else that the page keeps is the person's. */
const OF_THE_DEVICE = new Set(['theme', 'language', 'sort', 'look', 'keys', 'key-adds'].map((name) => `bough.${name}`));
/** Written when somebody leaves: main.ts of every other tab goes home then. */
const LEFT = 'bough.left';

/** A map with changes that only this browser has. */
export interface WaitingMap {
  readonly map: MapId;
  readonly title: string;
  readonly changes: number;
}

/** What of the person's work would be lost with what this browser keeps. */
export async function waitingMaps(person: PersonId): Promise<readonly WaitingMap[]> {
  const [found, library] = await Promise.all([unsavedWork(storage(), person), readKeptLibrary(person)]);
  return found.map(({ map, changes }) => {
    const title = library?.maps.find(({ id }) => id === map)?.title ?? '';
    return { map, changes, title: title === '' ? words.untitled : title };
  });
}

/** Removes everything of the person from this browser, and has its other tabs leave what they show. */
export async function forgetPerson(person: PersonId): Promise<void> {
  try {
    localStorage.setItem(LEFT, '1');
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('bough.') && !OF_THE_DEVICE.has(key)) localStorage.removeItem(key);
    }
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
  await Promise.all([forgetJournals(storage(), person), forgetLibrary()]);
}

function storage(): BrowserStorage {
  return { databases: indexedDB, locks: navigator.locks };
}
