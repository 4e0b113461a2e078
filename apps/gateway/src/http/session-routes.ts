import type { SessionFacts } from '@bough/contracts';
import { type Caller, type RequestContext } from '@bough/service';
import { mailerRoutes } from '@bough/contracts';
import type { Request } from 'express';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { Person } from '../metadata/people/people-store.ts';
import { type People, personFacts, SIGN_IN_MINUTES } from '../people/people.ts';
import { hashSecret } from '../people/secrets.ts';
import { csrfToken } from '../session/csrf.ts';
import type { Revocations } from '../session/revocations.ts';
import type { Session } from '../session/session.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Handlers } from './handlers.ts';

export interface SessionParts {
  readonly sessions: Sessions;
  readonly revocations: Revocations;
  readonly people: People;
  readonly limits: RateLimits;
  readonly mailer: Pick<Caller, 'call'>;
  readonly csrfKeys: readonly Uint8Array[];
}
type Names = 'session' | 'becomeGuest' | 'requestSignIn' | 'confirmSignIn' | 'signOut' | 'signOutEverywhere';

/** Who is here: guests, signing in and out. */
export function sessionRoutes(parts: SessionParts): Pick<Handlers, Names> {
  const { sessions, revocations, people, limits } = parts;
  return {
    session: async ({ request, session }) => {
      const person = session?.uid == null ? null : await people.person(session.uid);
      if (session !== null && (person !== null || session.uid === null)) return facts(parts, session, person);
      return facts(parts, sessions.begin(request, { person: null, isGuest: true }), null);
    },
    becomeGuest: async ({ request, session, body, network }) => {
      const known = session?.uid == null ? null : await people.person(session.uid);
      if (session !== null && known !== null) return facts(parts, session, known);
      const begun = await beginGuest(parts, request, network, body.name);
      return facts(parts, begun.session, begun.person);
    },
    requestSignIn: async ({ body, session, context, network }) => {
      limits.mustTake('sign-in by network address', network);
      limits.mustTake('sign-in by address', hashSecret(body.email.toLowerCase()));
      if (session === null) return undefined;
      await people.requestSignIn(body.email, session, (mail) => sendSignIn(parts, mail, context));
      return undefined;
    },
    confirmSignIn: async ({ request, body, session, network }) => {
      limits.mustTake('confirm by network address', network);
      const before = session ?? sessions.begin(request, { person: null, isGuest: true });
      const person = await people.confirmSignIn(body.secret, before);
      const begun = sessions.begin(request, { person: person.id, isGuest: false });
      if (before.uid !== null) await revocations.endSession(before);
      return facts(parts, begun, person);
    },
    signOut: async ({ request, session }) => {
      if (session !== null) await revocations.endSession(session);
      return facts(parts, sessions.begin(request, { person: null, isGuest: true }), null);
    },
    signOutEverywhere: async ({ request, session }) => {
      if (session?.uid != null) await revocations.endAll(session.uid);
      return facts(parts, sessions.begin(request, { person: null, isGuest: true }), null);
    },
  };
}

/** Makes a guest of whoever sent the request, in a new session. */
export async function beginGuest(
  parts: SessionParts,
  request: Request,
  network: string,
  name: string | null,
): Promise<{ readonly session: Session; readonly person: Person }> {
  parts.limits.mustTake('guests by network address', network);
  const person = await parts.people.addGuest(name);
  return { session: parts.sessions.begin(request, { person: person.id, isGuest: true }), person };
}

/** The session as the page sees it. */
export function facts(parts: SessionParts, session: Session, person: Person | null): SessionFacts {
  return {
    person: person === null ? null : personFacts(person),
    csrf: csrfToken(parts.csrfKeys, session),
  };
}

async function sendSignIn(
  parts: SessionParts,
  mail: { readonly key: string; readonly to: string; readonly link: string },
  context: RequestContext,
): Promise<void> {
  const { key, to, link } = mail;
  const body = { key, mail: { kind: 'sign-in', to, link, expiresInMinutes: SIGN_IN_MINUTES } } as const;
  await parts.mailer.call(mailerRoutes.sendMail, { params: {}, body }, context);
}
