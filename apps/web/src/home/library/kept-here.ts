import type { MapId, PersonId } from '@bough/base';
import type { MapFacts } from '@bough/contracts';
import { type UnsavedWork, unsavedWork } from '@bough/editor/journals';
import type { OpenedMap } from '../../shell/opened-maps.ts';
export { openedMaps, settleOpened } from '../../shell/opened-maps.ts';
import type { KnownHere, LibraryState } from './library-state.ts';

// Fetched once home stands. What home lists beside what it showed last while no server answers: the maps that were open on this device since, and how much of each
// waits to be sent.

/** What this device has of a person's maps. */
export interface KeptHere {
  /** null: the person has the map no more. */
  readonly opened: ReadonlyMap<MapId, OpenedMap | null>;
  readonly unsaved: readonly UnsavedWork[];
}

/** What of the person's work only this browser has. */
export async function unsavedHere(person: PersonId): Promise<readonly UnsavedWork[]> {
  return await unsavedWork({ databases: indexedDB, locks: navigator.locks }, person).catch(() => []);
}

/** The maps as home saw them at that moment, with what is on this device since. */
export function withKeptHere(state: LibraryState, { opened, unsaved }: KeptHere, seenAt: number): LibraryState {
  const unsent = new Map(unsaved.map(({ map, changes }) => [map, changes]));
  // What home has seen later than it was open here has the name that home saw, unless something of it waits.
  const newer = (id: MapId): OpenedMap | null => {
    const map = opened.get(id) ?? null;
    return map !== null && (map.at > seenAt || unsent.has(id)) ? map : null;
  };
  const seen = state.maps.filter(({ id }) => state.here.get(id)?.isNew !== true && opened.get(id) !== null);
  const ids = new Set(seen.map(({ id }) => id));
  const here = new Map<MapId, KnownHere>();
  for (const id of ids) if (unsent.has(id)) here.set(id, { unsent: unsent.get(id) ?? 0, isNew: false });
  const added: MapFacts[] = [];
  for (const id of new Set([...opened.keys(), ...unsent.keys()])) {
    const map = opened.get(id);
    const isOld = map !== undefined && (map === null || map.at <= seenAt);
    if (ids.has(id) || isOld) continue;
    added.push(factsOf(id, map ?? null));
    here.set(id, { unsent: unsent.get(id) ?? 0, isNew: true });
  }
  const maps = [...added, ...seen.map((map) => named(map, newer(map.id)))];
  return { ...state, kind: state.kind === 'loading' && maps.length > 0 ? 'kept' : state.kind, maps, here };
}

function named(map: MapFacts, opened: OpenedMap | null): MapFacts {
  if (opened === null) return map;
  return { ...map, title: opened.title, openedAt: Math.max(map.openedAt, opened.at) };
}

/** null: nothing but what waits is known of it. */
function factsOf(id: MapId, opened: OpenedMap | null): MapFacts {
  const { title, role, at } = opened ?? { title: '', role: 'own', at: Date.now() };
  return {
    ...{ id, title, role, createdAt: at, openedAt: at, changedAt: at, changedBy: null, owner: null },
    ...{ mayCopy: role === 'own', mayReadPast: role === 'own', isShared: false, isPublic: false, isStarred: false },
    ...{ folder: null, tags: [], trashedAt: null },
  };
}
