import type { MapId, PersonId } from '@bough/base';

/** Where a person keeps a map: nobody else sees it. */
export interface Shelved {
  readonly isStarred: boolean;
  readonly tags: readonly string[];
  /** null: in no folder. */
  readonly folder: string | null;
}
/** A map that a person has put into a folder. */
export interface Placed {
  readonly map: MapId;
  readonly person: PersonId;
  readonly folder: string;
}

export const UNSHELVED: Shelved = { isStarred: false, tags: [], folder: null };

/** How each person keeps their maps. */
export interface ShelfStore {
  setStar(map: MapId, person: PersonId, isStarred: boolean): Promise<void>;
  setTags(map: MapId, person: PersonId, tags: readonly string[]): Promise<void>;
  setFolder(map: MapId, person: PersonId, folder: string | null): Promise<void>;
  /** In which folders people have put these maps. */
  placesOf(maps: readonly MapId[]): Promise<readonly Placed[]>;
  /** In which folders those who own these maps have put them. */
  ownersPlacesOf(maps: readonly MapId[]): Promise<readonly Placed[]>;
  /** Everything that people have put into these folders. */
  placedIn(folders: readonly string[]): Promise<readonly Placed[]>;
}
