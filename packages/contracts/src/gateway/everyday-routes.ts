import { accountRoutes } from './account-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { folderRoutes } from './folder-routes.ts';
import { mapRoutes } from './map-routes.ts';
import { personRoutes } from './person-routes.ts';
import { sharingRoutes } from './sharing-routes.ts';

/** What pages ask the gateway again and again: the first page that somebody opens brings these, and none of the others. */
export const everydayRoutes = {
  ...accountRoutes,
  ...personRoutes,
  ...mapRoutes,
  ...documentRoutes,
  ...folderRoutes,
  ...sharingRoutes,
} as const;
