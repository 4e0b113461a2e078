import type { Handlers } from './handlers.ts';
import {
  accountEndRoutes,
  mailWishRoutes,
  ownSessionRoutes,
  type PersonParts,
  personRoutes,
} from '../features/account/account-routes.ts';
import { ownPasskeyRoutes, passkeyUseRoutes } from '../features/sign-in/passkeys/passkey-routes.ts';
import { secondStepRoutes, secondStepSignInRoutes } from '../features/sign-in/second-step/second-step-routes.ts';
import { sessionRoutes } from '../features/sign-in/session-routes.ts';
import { type TokenParts, tokenRoutes } from '../features/api/token-routes.ts';
import { type ProviderParts, providerRoutes } from '../features/sign-in/provider/provider-routes.ts';
import { passwordRoutes } from '../features/sign-in/sign-in-routes.ts';

type PeopleHandlers = ReturnType<typeof sessionRoutes> &
  ReturnType<typeof passwordRoutes> &
  ReturnType<typeof providerRoutes> &
  ReturnType<typeof personRoutes> &
  ReturnType<typeof mailWishRoutes> &
  ReturnType<typeof ownSessionRoutes> &
  ReturnType<typeof secondStepRoutes> &
  ReturnType<typeof secondStepSignInRoutes> &
  ReturnType<typeof accountEndRoutes> &
  ReturnType<typeof ownPasskeyRoutes> &
  ReturnType<typeof passkeyUseRoutes> &
  ReturnType<typeof tokenRoutes>;

/** Everything that is asked about people: who is here, how one comes in, one's own account and tokens. */
export function peopleHandlers(parts: PersonParts & ProviderParts & TokenParts): Pick<Handlers, keyof PeopleHandlers> {
  return {
    ...sessionRoutes(parts),
    ...passwordRoutes(parts),
    ...providerRoutes(parts),
    ...personRoutes(parts),
    ...mailWishRoutes(parts),
    ...ownSessionRoutes(parts),
    ...secondStepRoutes(parts),
    ...secondStepSignInRoutes(parts),
    ...accountEndRoutes(parts),
    ...ownPasskeyRoutes(parts),
    ...passkeyUseRoutes(parts),
    ...tokenRoutes(parts),
  };
}
