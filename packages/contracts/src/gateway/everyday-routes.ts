import { accountRoutes } from './people/account-routes.ts';
import { documentRoutes } from './maps/document-routes.ts';
import { mapRoutes } from './maps/map-routes.ts';

/** What pages ask the gateway again and again: the first page that somebody opens brings these, and none of the others. */
export const everydayRoutes = {
  ...accountRoutes,
  ...mapRoutes,
  ...documentRoutes,
} as const;
