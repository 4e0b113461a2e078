import { GatewayFailure } from '../../failure.ts';

/** The refusal of what is under way while the session that asks for it, or all of its person's, are ended. */
export function sessionEnded(): GatewayFailure {
  return new GatewayFailure('unauthenticated', 'This session has ended.');
}
