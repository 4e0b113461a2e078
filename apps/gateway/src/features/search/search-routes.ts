import { type Handlers, mustBePerson } from '../../http/handlers.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { Search } from './search.ts';

/** Full-text search. */
export function searchRoutes(parts: {
  readonly limits: RateLimits;
  readonly search: Search;
}): Pick<Handlers, 'searchMaps'> {
  return {
    searchMaps: async ({ params, person, context }) => {
      const by = mustBePerson(person);
      parts.limits.mustTake('searches by person', by);
      return await parts.search.find(by, params.q, params.limit, context.mustBeWanted);
    },
  };
}
