import type { Request } from 'express';
import type { Person } from '../../metadata/people/people-store.ts';
import { mayMail } from './browsers/mail-limits.ts';
import type { Session } from '../../http/session.ts';
import { comeIn, type ComingInParts } from './coming-in.ts';
import type { Handlers } from '../../http/handlers.ts';
import { facts, hereOf, type SessionParts } from './session-facts.ts';

type Names = 'session' | 'becomeGuest' | 'requestSignIn' | 'confirmSignIn' | 'signOut' | 'signOutEverywhere';

/** Who is here: guests, signing in by mail, signing out. */
export function sessionRoutes(parts: ComingInParts): Pick<Handlers, Names> {
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
    requestSignIn: async ({ request, body, session, context, network }) => {
      parts.registration.mustTakeWay('mail');
      const isSent = await mayMail(parts, { request, email: body.email, network });
      if (session !== null && isSent) await mailed.send({ kind: 'sign-in' }, body.email, session, context);
      return undefined;
    },
    confirmSignIn: async ({ request, context, body, session, network }) => {
      parts.registration.mustTakeWay('mail');
      await limits.mustTakeEverywhere('confirm by network address', network);
      const before = hereOf(parts, request, session);
      const email = await mailed.use({ kind: 'sign-in' }, body.secret, before);
      const known = await people.byAddress(email);
      const person = known ?? (await people.personOf(email, before.uid));
      const epoch = entrance.epochOf(person.id);
      return await comeIn(parts, person, { request, context, by: 'mail', epoch, before, isNew: known === null });
    },
    signOut: async ({ request, session }) => {
      forgetAnswers(request);
      return facts(parts, await entrance.leave(request, session), null);
    },
    signOutEverywhere: async ({ request, session }) => {
      if (session?.uid != null) await entrance.endAll(session.uid);
      forgetAnswers(request);
      return facts(parts, sessions.begin(request, { person: null, isGuest: true }), null);
    },
  };
}

/** Has the browser forget the images and pictures of maps that it kept for the person who leaves. */
export function forgetAnswers(request: Request): void {
  request.res?.setHeader('clear-site-data', '"cache"');
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
  return { session: await parts.entrance.enter(request, { person: person.id, way: 'guest', epoch: 0 }), person };
}
