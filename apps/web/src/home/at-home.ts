import type { FolderFacts, MapFacts } from '@bough/contracts';
import { createContext, use } from 'react';
import type { Library } from './library/library.ts';
import type { LibraryState } from './library/library-state.ts';

/** What home may have to ask before it does something. */
export type Question =
  | { readonly kind: 'rename map' | 'move map' | 'tag map' | 'purge map' | 'share map'; readonly map: MapFacts }
  | { readonly kind: 'rename folder' | 'move folder' | 'remove folder' | 'share folder'; readonly folder: FolderFacts }
  | { readonly kind: 'move maps' | 'tag maps' | 'export maps' | 'purge maps'; readonly maps: readonly MapFacts[] }
  | { readonly kind: 'empty trash'; readonly count: number }
  | { readonly kind: 'new folder'; readonly parent: FolderFacts | null };

/** What the parts of home share. */
export interface AtHome {
  readonly library: Library;
  readonly state: LibraryState;
  readonly ask: (question: Question) => void;
  /** Whether who is here may make maps. */
  readonly mayMake: boolean;
}

export const AtHomeContext = createContext<AtHome | null>(null);

/** What home shares with this part of it. */
export function useAtHome(): AtHome {
  const atHome = use(AtHomeContext);
  if (atHome === null) throw new Error('a bug in Bough: this part belongs to home');
  return atHome;
}
