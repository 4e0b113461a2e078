import { accountRoutes } from './people/account-routes.ts';
import { documentRoutes } from './maps/document-routes.ts';
import { folderRoutes } from './maps/folder-routes.ts';
import { mapRoutes } from './maps/map-routes.ts';
import { personRoutes } from './people/person-routes.ts';
import { sharingRoutes } from './maps/sharing-routes.ts';

/** What pages ask the gateway again and again: the first page that somebody opens brings these, and none of the others. */
export const everydayRoutes = {
  ...accountRoutes,
  ...personRoutes,
  ...mapRoutes,
  ...documentRoutes,
  ...folderRoutes,
  ...sharingRoutes,
} as const;
