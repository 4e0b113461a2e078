import type { MapId, PersonId } from '@bough/base';
import type { WatchParts } from './watch-routes.ts';

/**
 * What people may do has changed, on this map or on any of theirs for null. A watch of somebody who may not open its map any more begins
 * anew when they may again, however soon that is: of the time in between no mail tells.
 */
export async function accessChanged(
  { metadata, access, clock }: Pick<WatchParts, 'metadata' | 'access' | 'clock'>,
  map: MapId | null,
  people: readonly PersonId[],
): Promise<void> {
  for (const person of people) {
    const watches = (await metadata.watchesOf(person)).filter((watch) => map === null || watch.map === map);
    if (watches.length === 0) continue;
    const rightsOn = await access.rightsOfAll(new Map(watches.map((watch) => [watch.map, new Set([person])])));
    for (const watch of watches) {
      const { role, trashed } = rightsOn(watch.map, person);
      const isLost = role === null && trashed === null && watch.toldTo !== null;
      const isBack = role !== null && watch.toldTo === null;
      if (watch.dueAt === null || (!isLost && !isBack)) continue;
      await metadata.tryMoveWatch(watch, { toldTo: null, tellsTo: null, dueAt: clock.now() });
    }
  }
}
