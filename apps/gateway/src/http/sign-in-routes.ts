import { GatewayFailure } from '../failure.ts';
import type { Handlers } from './handlers.ts';

type Names =
  | 'signInWays'
  | 'signInByPassword'
  | 'requestPasswordReset'
  | 'confirmPasswordReset'
  | 'beginProviderSignIn'
  | 'confirmProviderSignIn'
  | 'becomeOwner';

/** Ways to come in besides the mailed link. */
export function signInRoutes(): Pick<Handlers, Names> {
  const refuse = async (): Promise<never> => {
    throw new GatewayFailure('metadata', 'this cannot be done yet');
  };
  return {
    signInWays: refuse,
    signInByPassword: refuse,
    requestPasswordReset: refuse,
    confirmPasswordReset: refuse,
    beginProviderSignIn: refuse,
    confirmProviderSignIn: refuse,
    becomeOwner: refuse,
  };
}
