import type { MapId } from '@bough/base';
import type { FolderFacts, MapFacts } from '@bough/contracts';
import { isAway, type Trouble } from '../../api/api.ts';

/** A person's maps and folders as the page has them now. */
export interface LibraryState {
  /** Loading: nothing is known yet. Kept: as this device last saw it. There: as the server says. */
  readonly kind: 'loading' | 'kept' | 'there';
  readonly maps: readonly MapFacts[];
  /** Whether all maps have come, not only the first of them. */
  readonly isWhole: boolean;
  readonly folders: readonly FolderFacts[];
  /** null: not asked for yet. */
  readonly trash: readonly MapFacts[] | null;
  /** Why the last asking failed. */
  readonly trouble: Trouble | null;
  /** While no server answers: what this device knows of maps that were open here. */
  readonly here: ReadonlyMap<MapId, KnownHere>;
}

/** What only this device knows of a map. */
export interface KnownHere {
  /** How many changes were not sent yet. */
  readonly unsent: number;
  /** Whether home had not seen it yet, so that little is known of it but its name and when it was opened. */
  readonly isNew: boolean;
}

export const NOTHING_HERE: LibraryState['here'] = new Map();

export const NO_LIBRARY: LibraryState = {
  kind: 'loading',
  maps: [],
  isWhole: false,
  folders: [],
  trash: null,
  trouble: null,
  here: NOTHING_HERE,
};

/** Whether no server is to be had, so that what is kept here is all there is. */
export function isWithoutServer({ trouble }: LibraryState): boolean {
  return trouble !== null && isAway(trouble);
}

/** The map as it is now, in its place or, when it is new, before all others. */
export function withMap(state: LibraryState, map: MapFacts): LibraryState {
  const isKnown = state.maps.some((each) => each.id === map.id);
  const maps = isKnown ? state.maps.map((each) => (each.id === map.id ? map : each)) : [map, ...state.maps];
  return { ...state, maps };
}

/** The map somewhat otherwise. */
export function withChange(state: LibraryState, id: MapId, change: Partial<MapFacts>): LibraryState {
  return { ...state, maps: state.maps.map((each) => (each.id === id ? { ...each, ...change } : each)) };
}

/** The map is nowhere any more. */
export function withoutMap(state: LibraryState, id: MapId): LibraryState {
  const rest = (maps: readonly MapFacts[]): readonly MapFacts[] => maps.filter((each) => each.id !== id);
  return { ...state, maps: rest(state.maps), trash: state.trash === null ? null : rest(state.trash) };
}

/** The map lies in the trash since then. */
export function withTrashed(state: LibraryState, map: MapFacts, at: number): LibraryState {
  const without = withoutMap(state, map.id);
  return { ...without, trash: without.trash === null ? null : [{ ...map, trashedAt: at }, ...without.trash] };
}

/** The folder as it is now. */
export function withFolder(state: LibraryState, folder: FolderFacts): LibraryState {
  return { ...state, folders: [...state.folders.filter((each) => each.id !== folder.id), folder] };
}

/** The folder is gone; what was in it is in the one around it. */
export function withoutFolder(state: LibraryState, id: string): LibraryState {
  const parent = state.folders.find((each) => each.id === id)?.parent ?? null;
  return {
    ...state,
    folders: state.folders
      .filter((each) => each.id !== id)
      .map((each) => (each.parent === id ? { ...each, parent } : each)),
    maps: state.maps.map((each) => (each.folder === id ? { ...each, folder: parent } : each)),
  };
}
