import type { GivenProof } from '@bough/contracts';
import type { Person } from '../../metadata/people/people-store.ts';
import type { Session } from '../../http/session.ts';
import { type AnyAsked, mustBeHere } from '../sessions/session-facts.ts';
import { countCode } from './browsers/code-limits.ts';
import type { SignInParts } from './sign-in-routes.ts';

/** The person of the session, for what needs a fresh one or this proof; throws 'unproved' without, and 'wrong-password'. */
export async function mustBeProved(
  parts: Pick<SignInParts, 'people' | 'limits' | 'accounts' | 'browsers' | 'mailed' | 'entrance'>,
  asked: AnyAsked,
  given: GivenProof,
): Promise<{ readonly person: Person; readonly session: Session }> {
  const here = await mustBeHere(parts, asked);
  const { person, session } = here;
  if (given.proof !== null) await parts.limits.mustTakeEverywhere('proof by person', person.id);
  const onCode = (): Promise<void> => countCode(parts, asked.request, person);
  const verdict = await parts.accounts.mustProve(person, session, given, onCode);
  if (verdict === 'recovery' && person.email !== null) {
    await parts.mailed.tryTell('recovery-code-used', person.email, asked.context);
  }
  // A proof takes its time, behind others: nothing comes of it where the session has ended since.
  parts.entrance.mustLive(session);
  return here;
}
