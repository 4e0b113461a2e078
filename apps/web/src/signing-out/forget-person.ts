import type { MapId, PersonId } from '@bough/base';
import { type BrowserStorage, forgetJournals, unsavedWork } from '@bough/editor/journals';
import { forgetLibrary, readKeptLibrary } from '../home/library/kept-library.ts';
import { forgetKept } from '../shell/forget-kept.ts';
import { words } from '../words/index.ts';

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
  forgetKept();
  await Promise.all([forgetJournals(storage(), person), forgetLibrary()]);
}

function storage(): BrowserStorage {
  return { databases: indexedDB, locks: navigator.locks };
}
