import type { RateLimits } from '../../limits/rate-limits.ts';
import type { SearchIndexGiven } from '../search-index/feature.ts';
import { searchRoutes } from './search-routes.ts';
import { Search, type SearchParts } from './search.ts';

export interface SearchPorts extends Omit<SearchParts, 'metadata'>, Pick<SearchIndexGiven, 'sealed'> {
  readonly limits: RateLimits;
}

/** Full-text search in a person's maps. */
export function searchFeature(ports: SearchPorts) {
  const search = new Search({ ...ports, metadata: ports.sealed });
  return { routes: searchRoutes({ ...ports, search }), components: [] };
}
