import type { SessionFacts } from '@bough/contracts';
import type { Request } from 'express';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { Person } from '../metadata/people/people-store.ts';
import type { MailedSecrets } from '../people/mailed-secrets.ts';
import { type People, personFacts } from '../people/people.ts';
import type { Registration } from '../people/registration.ts';
import { hashSecret } from '../people/secrets.ts';
import { csrfToken } from '../session/csrf.ts';
import type { Entrance } from '../session/entrance.ts';
import type { Session } from '../session/session.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Handlers } from './handlers.ts';

export interface SessionParts {
  readonly sessions: Sessions;
  readonly entrance: Entrance;
  readonly people: People;
  readonly registration: Registration;
  readonly mailed: MailedSecrets;
  readonly limits: RateLimits;
  readonly csrfKeys: readonly Uint8Array[];
}
type Names = 'session' | 'becomeGuest' | 'requestSignIn' | 'confirmSignIn' | 'signOut' | 'signOutEverywhere';

/** Who is here: guests, signing in by mail, signing out. */
export function sessionRoutes(parts: SessionParts): Pick<Handlers, Names> {
  const { sessions, entrance, people, mailed, limits } = parts;
  return {
    session: async ({ request, session }) => {
      const person = session?.uid == null ? null : await people.person(session.uid);
      if (session !== null && (person !== null || session.uid === null)) return facts(parts, session, person);
      return facts(parts, sessions.begin(request, { person: null, isGuest: true }), null);
    },
    becomeGuest: async ({ request, session, body, network }) => {
      const known = session?.uid == null ? null : await people.person(session.uid);
      if (session !== null && known !== null) return facts(parts, session, known);
      await parts.registration.mustAdmitGuest();
      const begun = await beginGuest(parts, request, network, body.name);
      return facts(parts, begun.session, begun.person);
    },
    requestSignIn: async ({ body, session, context, network }) => {
      await limits.mustTakeEverywhere('sign-in by network address', network);
      await limits.mustTakeEverywhere('sign-in by address', hashSecret(body.email.toLowerCase()));
      if (session !== null) await mailed.send({ kind: 'sign-in' }, body.email, session, context);
      return undefined;
    },
    confirmSignIn: async ({ request, body, session, network }) => {
      await limits.mustTakeEverywhere('confirm by network address', network);
      const before = hereOf(parts, request, session);
      const email = await mailed.use({ kind: 'sign-in' }, body.secret, before);
      const person = await people.personOf(email, before.uid);
      return facts(parts, await entrance.enter(request, person.id, 'mail', before), person);
    },
    signOut: async ({ request, session }) => facts(parts, await entrance.leave(request, session), null),
    signOutEverywhere: async ({ request, session }) => {
      if (session?.uid != null) await entrance.endAll(session.uid);
      return facts(parts, sessions.begin(request, { person: null, isGuest: true }), null);
    },
  };
}

/** The session of the request; a new one of nobody where there is none. */
export function hereOf(parts: Pick<SessionParts, 'sessions'>, request: Request, session: Session | null): Session {
  return session ?? parts.sessions.begin(request, { person: null, isGuest: true });
}

/** Makes a guest of whoever sent the request, in a new session. */
export async function beginGuest(
  parts: Pick<SessionParts, 'limits' | 'people' | 'entrance'>,
  request: Request,
  network: string,
  name: string | null,
): Promise<{ readonly session: Session; readonly person: Person }> {
  parts.limits.mustTake('guests by network address', network);
  const person = await parts.people.addGuest(name);
  return { session: await parts.entrance.enter(request, person.id, 'guest'), person };
}

/** The session as the page sees it. */
export function facts(
  parts: Pick<SessionParts, 'csrfKeys' | 'registration'>,
  session: Session,
  person: Person | null,
): SessionFacts {
  return {
    person: person === null ? null : personFacts(person),
    csrf: csrfToken(parts.csrfKeys, session),
    mayMakeMaps: parts.registration.mayMakeMaps(person?.email ?? null),
  };
}
