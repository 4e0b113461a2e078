import { accountRoutes } from './account-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { mapRoutes } from './map-routes.ts';
import { outboxRoutes } from './outbox-routes.ts';
import { personRoutes } from './person-routes.ts';
import { sharingRoutes } from './sharing-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';

/** What the page asks of the gateway. Every unsafe request bears the header `bough-csrf`. */
export const gatewayRoutes = {
  ...accountRoutes,
  ...signInRoutes,
  ...personRoutes,
  ...mapRoutes,
  ...documentRoutes,
  ...sharingRoutes,
  ...outboxRoutes,
} as const;
