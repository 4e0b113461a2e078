import type { Handlers } from './handlers.ts';
import { accountEndRoutes, mailWishRoutes, ownSessionRoutes, type PersonParts, personRoutes } from './person-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { passwordRoutes, providerRoutes } from './sign-in-routes.ts';

type PeopleHandlers = ReturnType<typeof sessionRoutes> &
  ReturnType<typeof passwordRoutes> &
  ReturnType<typeof providerRoutes> &
  ReturnType<typeof personRoutes> &
  ReturnType<typeof mailWishRoutes> &
  ReturnType<typeof ownSessionRoutes> &
  ReturnType<typeof accountEndRoutes>;

/** Everything that is asked about people: who is here, how one comes in, one's own account. */
export function peopleHandlers(parts: PersonParts): Pick<Handlers, keyof PeopleHandlers> {
  return {
    ...sessionRoutes(parts),
    ...passwordRoutes(parts),
    ...providerRoutes(parts),
    ...personRoutes(parts),
    ...mailWishRoutes(parts),
    ...ownSessionRoutes(parts),
    ...accountEndRoutes(parts),
  };
}
