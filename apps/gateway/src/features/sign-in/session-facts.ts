import type { SessionFacts } from '@bough/contracts';
import type { Request } from 'express';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import type { KnownBrowsers } from './browsers/known-browsers.ts';
import type { MailedSecrets } from './mail/mailed-secrets.ts';
import { type People, personFacts } from '../../people/people.ts';
import type { Registration } from '../../people/registration.ts';
import { csrfToken } from '../../http/csrf.ts';
import type { Entrance } from '../sessions/entrance.ts';
import type { Session } from '../../http/session.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** What everything about sessions works with. */
export interface SessionParts {
  readonly sessions: Sessions;
  readonly entrance: Entrance;
  readonly people: People;
  readonly registration: Registration;
  readonly mailed: MailedSecrets;
  readonly limits: RateLimits;
  readonly browsers: KnownBrowsers;
  readonly csrfKeys: readonly Uint8Array[];
}
/** The session of the request; a new one of nobody where there is none. */
export function hereOf(parts: Pick<SessionParts, 'sessions'>, request: Request, session: Session | null): Session {
  return session ?? parts.sessions.begin(request, { person: null, isGuest: true });
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
