import type { MapId } from '@bough/base';
import { isAtLeast } from '../roles.ts';
import type { MapListing } from './map-store.ts';

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
