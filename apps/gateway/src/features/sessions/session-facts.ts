import type { SessionFacts } from '@bough/contracts';
import type { Request } from 'express';
import { GatewayFailure } from '../../failure.ts';
import { csrfToken } from '../../http/csrf.ts';
import type { Asked } from '../../http/handlers.ts';
import type { Session } from '../../http/session.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import { type People, personFacts } from '../../people/people.ts';
import type { Registration } from '../../people/registration.ts';
import type { Entrance } from './entrance.ts';
import type { Sessions } from './sessions.ts';

/** What everything about sessions works with. */
export interface SessionParts {
  readonly sessions: Sessions;
  readonly entrance: Entrance;
  readonly people: People;
  readonly registration: Registration;
  readonly limits: RateLimits;
  readonly csrfKeys: readonly Uint8Array[];
}
/** A request of which only the session is looked at. */
export type AnyAsked = Pick<Asked<unknown, unknown>, 'session' | 'request' | 'context'>;

/** The session of the request; a new one of nobody where there is none. */
export function hereOf(parts: Pick<SessionParts, 'sessions'>, request: Request, session: Session | null): Session {
  return session ?? parts.sessions.begin(request, { person: null, isGuest: true });
}

/** The person of the session; one who is no more is nobody. */
export async function mustBeHere(
  parts: Pick<SessionParts, 'people'>,
  { session }: Pick<AnyAsked, 'session'>,
): Promise<{ readonly person: Person; readonly session: Session }> {
  const person = session?.uid == null ? null : await parts.people.person(session.uid);
  if (session === null || person === null) throw new GatewayFailure('unauthenticated', 'You are not signed in.');
  return { person, session };
}

/** The session as the page sees it. */
export function facts(
  parts: Pick<SessionParts, 'csrfKeys' | 'registration' | 'sessions'>,
  session: Session,
  person: Person | null,
): SessionFacts {
  return {
    person: person === null ? null : personFacts(person),
    csrf: csrfToken(parts.csrfKeys, session),
    mayMakeMaps: parts.registration.mayMakeMaps(person?.email ?? null),
    awaitsCode: parts.sessions.awaited(session) !== null,
  };
}
