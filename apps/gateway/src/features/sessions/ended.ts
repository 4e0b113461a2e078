import { GatewayFailure } from '../../failure.ts';

/** The refusal of what is under way while the session that asks for it, or all of its person's, are ended. */
export function sessionEnded(): GatewayFailure {
  return new GatewayFailure('unauthenticated', 'this session has just ended', { hint: 'Sign in again.' });
}
