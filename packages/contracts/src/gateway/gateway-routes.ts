import { accountRoutes } from './account-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { folderRoutes } from './folder-routes.ts';
import { mapRoutes } from './map-routes.ts';
import { outboxRoutes } from './outbox-routes.ts';
import { personRoutes } from './person-routes.ts';
import { sharingRoutes } from './sharing-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { tokenRoutes } from './token-routes.ts';

/** What the page asks of the gateway. Every unsafe request bears the header `bough-csrf`. */
export const gatewayRoutes = {
  ...accountRoutes,
  ...signInRoutes,
  ...personRoutes,
  ...mapRoutes,
  ...documentRoutes,
  ...folderRoutes,
  ...sharingRoutes,
  ...tokenRoutes,
  ...outboxRoutes,
} as const;
