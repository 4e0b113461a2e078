import type { SessionFacts, SignedInBy } from '@bough/contracts';
import type { RequestContext } from '@bough/service';
import type { Request } from 'express';
import type { ProviderSession } from '../../metadata/accounts/account-store.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import type { NotMe } from './browsers/not-me.ts';
import type { SecondSteps } from './second-step/second-steps.ts';
import { deviceName } from '../../http/device.ts';
import type { Awaited, Session } from '../../http/session.ts';
import { facts, type SessionParts } from '../sessions/session-facts.ts';
import type { KnownBrowsers } from './browsers/known-browsers.ts';
import type { MailedSecrets } from './mail/mailed-secrets.ts';

// Every way to sign in ends here, once somebody has shown who they are in that way. A person with a second step is asked for it after their password
// and after a mailed link: who reads their mail has not their phone. A provider vouches for whom it lets in, with whatever steps it asks
// for; what else counts as both steps is named here, too.

/** What coming in works with. */
export interface ComingInParts extends SessionParts {
  readonly mailed: MailedSecrets;
  readonly browsers: KnownBrowsers;
  readonly secondSteps: SecondSteps;
  readonly notMe: NotMe;
}
/** Somebody who has shown who they are, and how. */
export interface Arrival {
  readonly request: Request;
  readonly context: RequestContext;
  readonly by: Exclude<SignedInBy, 'guest'>;
  /** The person's epoch before they showed it. */
  readonly epoch: number;
  /** What let them in and what it calls the session, where that was a provider. */
  readonly provider?: ProviderSession;
  /** The session of the browser until now. */
  readonly before: Session;
  /** Whether the account was made by this very sign-in. */
  readonly isNew: boolean;
}

/** Whether a way is one step alone: a provider vouches for whom it lets in, and a passkey is a device that knows its owner, so that they count as both. */
function isOneStep(by: Arrival['by']): by is Awaited['by'] {
  return by === 'mail' || by === 'password';
}

/** Lets the person in, or, where they have a second step and `by` does not count as both, has the browser asked for it. */
export async function comeIn(parts: ComingInParts, person: Person, arrival: Arrival): Promise<SessionFacts> {
  const { request, by, epoch, before } = arrival;
  if (!isOneStep(by)) return await letIn(parts, person, arrival, true);
  if (!(await parts.secondSteps.isOn(person.id))) return await letIn(parts, person, arrival, false);
  const here = before.uid === null ? null : await parts.people.person(before.uid);
  return facts(parts, parts.sessions.await(request, before, { person: person.id, by, epoch }), here);
}

/**
 * Begins the person's session in the browser of the request, which is known from then on, and gives them what its guest could open. They are
 * told by mail of a browser that was not known, unless the account is as new.
 */
export async function letIn(
  parts: ComingInParts,
  person: Person,
  { request, context, by, epoch, before, isNew, provider }: Arrival,
  isTwo: boolean,
): Promise<SessionFacts> {
  const { id, email } = person;
  const begun = await parts.entrance.enter(request, { person: id, way: provider ?? by, epoch, isTwo }, before);
  await parts.people.giveGuest(before.uid, id);
  if (email !== null && !isNew && !parts.browsers.isKnown(request, email)) {
    await parts.notMe.tell({ ...person, email }, deviceName(request.headers['user-agent']), context);
  }
  parts.browsers.note(request, person, begun.epoch);
  return facts(parts, begun, person);
}
