import { GatewayFailure } from '../failure.ts';
import type { Handlers } from './handlers.ts';

type Names =
  | 'account'
  | 'changeAccount'
  | 'setPassword'
  | 'removePassword'
  | 'requestEmailChange'
  | 'confirmEmailChange'
  | 'listSessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'exportAccount'
  | 'deletionFacts'
  | 'deleteAccount';

/** A person's own account. */
export function personRoutes(): Pick<Handlers, Names> {
  const refuse = async (): Promise<never> => {
    throw new GatewayFailure('metadata', 'this cannot be done yet');
  };
  return {
    account: refuse,
    changeAccount: refuse,
    setPassword: refuse,
    removePassword: refuse,
    requestEmailChange: refuse,
    confirmEmailChange: refuse,
    listSessions: refuse,
    endSession: refuse,
    endOtherSessions: refuse,
    exportAccount: refuse,
    deletionFacts: refuse,
    deleteAccount: refuse,
  };
}
