import type { MapId, PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import { isAtLeast } from '../roles.ts';

export interface MapRecord {
  readonly id: MapId;
  /** As last seen; the document has the truth. */
  readonly title: string;
  readonly createdAt: number;
}
export interface MapListing extends MapRecord {
  readonly role: MapRole;
  readonly openedAt: number;
}

/** Maps, as lists show them. */
export interface MapStore {
  /** Keeps the map and its owner's grant. */
  addMap(map: MapRecord, owner: PersonId): Promise<void>;
  map(id: MapId): Promise<MapRecord | null>;
  setTitle(id: MapId, title: string): Promise<void>;
  /** Newest opened first. */
  mapsOf(person: PersonId): Promise<readonly MapListing[]>;
  /** The map as that person's list shows it; null when the person may not open it. */
  listing(map: MapId, person: PersonId): Promise<MapListing | null>;
  setOpened(map: MapId, person: PersonId, at: number): Promise<void>;
}

/** Each map once, with the strongest role and the last time of its entries; newest opened first. */
export function listedOnce(entries: Iterable<MapListing>): MapListing[] {
  const listings = new Map<MapId, MapListing>();
  for (const entry of entries) {
    const known = listings.get(entry.id) ?? entry;
    const role = isAtLeast(known.role, entry.role) ? known.role : entry.role;
    listings.set(entry.id, { ...entry, role, openedAt: Math.max(known.openedAt, entry.openedAt) });
  }
  return [...listings.values()].sort((a, b) => b.openedAt - a.openedAt);
}
