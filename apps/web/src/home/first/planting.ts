import type { MapId } from '@bough/base';
import type { Planting } from '@bough/editor';

// A map that was just made from an example or a file opens empty; the map screen asks here, once, what to plant into it.

const waiting = new Map<MapId, Planting>();

/** Has the outline, or the changes, planted when the map opens next. */
export function plantLater(map: MapId, what: Planting): void {
  waiting.set(map, what);
}

/** What to plant into the map, or null; asked once, it is gone. */
export function takePlanting(map: MapId): Planting | null {
  const what = waiting.get(map) ?? null;
  waiting.delete(map);
  return what;
}
