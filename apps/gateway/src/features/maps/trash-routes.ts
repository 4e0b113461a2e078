import { docstoreRoutes } from '@bough/contracts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import type { MapParts } from './map-routes.ts';
import { purgeMap } from './purge-map.ts';

type Names = 'trashMap' | 'restoreMap' | 'purgeMap' | 'emptyTrash';

/**
 * The trash. Metadata hides the map before docstore closes it, and docstore opens it before metadata shows it again, so that nobody sees
 * a map that takes no change; whatever fails in between can be asked for again.
 */
export function trashRoutes(parts: MapParts): Pick<Handlers, Names> {
  const { metadata, docstore, clock, lists } = parts;
  return {
    trashMap: async ({ params, person, context }) => {
      const by = mustBePerson(person);
      await metadata.setTrashed(params.map, clock.now());
      parts.tellAccess(params.map, null);
      await docstore.call(docstoreRoutes.trashDocument, { params, body: { by } }, context);
      return undefined;
    },
    restoreMap: async ({ params, person, context }) => {
      await docstore.call(docstoreRoutes.restoreDocument, { params }, context);
      await metadata.setTrashed(params.map, null);
      parts.tellAccess(params.map, null);
      return await lists.one(params.map, mustBePerson(person));
    },
    purgeMap: async ({ params, context }) => {
      await purgeMap(parts, params.map, context);
      return undefined;
    },
    emptyTrash: async (asked) => {
      const { person, context } = asked;
      const by = mustBePerson(person);
      const maps = await lists.trashOf(by);
      let removed = 0;
      for (; removed < maps.length && context.deadline.remainingMs() > LEAST_MS; removed++) {
        const map = maps[removed];
        if (map === undefined) continue;
        await purgeMap(parts, map, context);
        await parts.audit.note(asked, 'map-purged', { about: { map } });
      }
      return { removed, left: maps.length - removed };
    },
  };
}

/** With less time than this no further map is begun. */
const LEAST_MS = 15_000;
