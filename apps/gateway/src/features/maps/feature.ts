import { Failure, type MapId, parseMapId } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import { type Caller, type Component, type ContextFacts, inContext, type OpenContext } from '@bough/service';
import type { Request } from 'express';
import { DAY_MS, HOUR_MS, repeating } from '../../repeating.ts';
import type { RoomsGiven } from '../rooms/feature.ts';
import { changeRoutes } from './change-routes.ts';
import { assetRoutes } from './asset-routes.ts';
import { importRoutes } from './import-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { MapLists } from './lists/map-lists.ts';
import { type MapParts, mapRoutes, shelfRoutes } from './map-routes.ts';
import { Titles } from './titles.ts';
import { trashRoutes } from './trash-routes.ts';
import { versionRoutes } from './version-routes.ts';

export interface MapsPorts extends Omit<MapParts, 'lists'>, Pick<RoomsGiven, 'listen'> {
  readonly exporter: Pick<Caller, 'call' | 'stream'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  readonly onTrouble: (error: unknown) => void;
}

const TRASHED_MOST = 200;

/** Maps: lists of them, what one does with a whole map, its document, images and versions, and the trash. */
export function mapsFeature(ports: MapsPorts, settings: { readonly publicUrl: string }) {
  const { metadata, listen } = ports;
  const lists = new MapLists(ports);
  const titles = new Titles({ ...ports, write: metadata.setTitle.bind(metadata) });
  listen({ titled: (map, title) => titles.changed(map, title) });
  const parts = { ...ports, lists };
  // After the rooms, which have the last titles.
  const life: Component = { name: 'titles', drain: () => titles.flush() };
  return {
    lists,
    /** What the head of a public map's page says. */
    headOf: async ({ params }: Request) => {
      const map = parseMapId(params['map']);
      return map === null ? null : await lists.head(map, settings.publicUrl);
    },
    routes: {
      ...mapRoutes(parts),
      ...shelfRoutes(parts),
      ...trashRoutes(parts),
      ...documentRoutes(parts),
      ...assetRoutes(parts),
      ...changeRoutes(parts),
      ...versionRoutes(parts),
    },
    programs: importRoutes(parts),
    components: [life, repeating('purged maps', ports, HOUR_MS, () => forgetPurged(ports))],
  };
}

/** Takes maps off the lists whose document is not in the trash any more but gone: an operator, or docstore's upkeep, has removed it for ever. */
async function forgetPurged(ports: MapsPorts): Promise<void> {
  const { metadata, clock } = ports;
  for (const map of await metadata.trashedBefore(clock.now() - DAY_MS, TRASHED_MOST)) {
    if (await isGone(ports, map)) await metadata.removeMap(map);
  }
}

async function isGone({ docstore, openContext }: MapsPorts, map: MapId): Promise<boolean> {
  try {
    await inContext(openContext, { deadlineMs: 10_000 }, (context) =>
      docstore.call(docstoreRoutes.documentFacts, { params: { map } }, context),
    );
    return false;
  } catch (error) {
    if (error instanceof Failure && error.kind === 'absent') return true;
    throw error;
  }
}
