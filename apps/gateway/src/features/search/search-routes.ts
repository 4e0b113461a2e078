import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import type { MapParts } from '../maps/map-routes.ts';

/** Full-text search. */
export function searchRoutes(parts: MapParts): Pick<Handlers, 'searchMaps'> {
  return {
    searchMaps: async ({ params, person, context }) => {
      const by = mustBePerson(person);
      parts.limits.mustTake('searches by person', by);
      return await parts.search.find(by, params.q, params.limit, context.mustBeWanted);
    },
  };
}
