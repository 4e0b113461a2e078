import { docstoreRoutes } from '@bough/contracts';
import { type Handlers, mustBePerson } from './handlers.ts';
import type { MapParts } from './map-routes.ts';

type Names = 'trashMap' | 'restoreMap' | 'purgeMap';

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
      await docstore.call(docstoreRoutes.purgeDocument, { params }, context);
      await metadata.removeMap(params.map);
      return undefined;
    },
  };
}
