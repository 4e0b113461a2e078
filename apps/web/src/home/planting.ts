import type { MapId } from '@bough/base';

// A map that was just made from an example opens empty; the map screen asks here, once, what to plant into it.

const waiting = new Map<MapId, string>();

/** Has the outline planted when the map opens next. */
export function plantLater(map: MapId, outline: string): void {
  waiting.set(map, outline);
}

/** The outline to plant into the map, or null; asked once, it is gone. */
export function takePlanting(map: MapId): string | null {
  const outline = waiting.get(map) ?? null;
  waiting.delete(map);
  return outline;
}
