import { accountEndRoutes, mailWishRoutes, type PersonParts, personRoutes, proofRoutes } from './account-routes.ts';
import { type TokenParts, tokenRoutes } from './token-routes.ts';

/** A person's own account: name, password, address, what mail they want, their tokens, taking everything along, and the end. */
export function accountFeature(ports: PersonParts & TokenParts) {
  return {
    routes: {
      ...personRoutes(ports),
      ...proofRoutes(ports),
      ...mailWishRoutes(ports),
      ...tokenRoutes(ports),
      ...accountEndRoutes(ports),
    },
    components: [],
  };
}
