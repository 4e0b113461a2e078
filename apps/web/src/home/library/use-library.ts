import type { PersonId } from '@bough/base';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { forgetLibrary } from './kept-library.ts';
import { Library } from './library.ts';
import { type LibraryState, NO_LIBRARY } from './library-state.ts';

let last: Library | null = null;
/** What was asked for a moment ago. */
let begun: Library | null = null;

/** The library of that person; home comes back to the one that it left. */
function libraryOf(person: PersonId): Library {
  if (last?.person !== person) last = new Library(person);
  return last;
}

/** Asks for it before home is drawn in React, which then does not ask once more. */
export function beginLibrary(person: PersonId): Library {
  const library = libraryOf(person);
  begun = library;
  void library.refresh();
  return library;
}

/** The library of who is here, asked for anew when the page comes back into sight or online; null while nobody is. */
export function useLibrary(
  person: PersonId | null,
  isKnown: boolean,
): { library: Library | null; state: LibraryState } {
  const library = useMemo(() => (person === null ? null : libraryOf(person)), [person]);
  useEffect(() => {
    if (library === null) {
      if (isKnown) void forgetLibrary();
      return;
    }
    const refresh = () => {
      if (document.visibilityState === 'visible') void library.refresh();
    };
    if (begun !== library) refresh();
    begun = null;
    document.addEventListener('visibilitychange', refresh);
    addEventListener('online', refresh);
    return () => {
      document.removeEventListener('visibilitychange', refresh);
      removeEventListener('online', refresh);
    };
  }, [library, isKnown]);
  const state = useSyncExternalStore(library?.subscribe ?? never, library?.getSnapshot ?? nothing);
  return { library, state };
}

function never(): () => void {
  return () => undefined;
}

function nothing(): LibraryState {
  return NO_LIBRARY;
}
