import type { PersonId } from '@bough/base';
import type { SessionEntry } from '@bough/contracts';
import type { Request } from 'express';
import { GatewayFailure } from '../../failure.ts';
import type { Handlers } from '../../http/handlers.ts';
import { endsAt, type Session } from '../../http/session.ts';
import type { AccountStore } from '../../metadata/accounts/account-store.ts';
import type { Person } from '../../metadata/people/people-store.ts';
import { facts, mustBeHere, type SessionParts } from './session-facts.ts';

type Names = 'session' | 'becomeGuest' | 'signOut' | 'signOutEverywhere' | 'listSessions' | 'endSession';

/** Who is here: guests, signing out, and where a person is signed in. */
export function sessionRoutes(parts: SessionParts & SessionEntryParts): Pick<Handlers, Names> {
  const { sessions, entrance, people } = parts;
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
    signOut: async ({ request, session }) => {
      forgetAnswers(request);
      return facts(parts, await entrance.leave(request, session), null);
    },
    signOutEverywhere: async ({ request, session }) => {
      if (session?.uid != null) await entrance.endAll(session.uid);
      forgetAnswers(request);
      return facts(parts, sessions.begin(request, { person: null, isGuest: true }), null);
    },
    listSessions: async (asked) => {
      const { person, session } = await mustBeHere(parts, asked);
      return { sessions: await sessionEntries(parts, person.id, session) };
    },
    endSession: async (asked) => {
      const { person } = await mustBeHere(parts, asked);
      if (!(await entrance.tryEnd(person.id, asked.params.session))) {
        throw new GatewayFailure('absent', 'This session does not exist.');
      }
      return undefined;
    },
  };
}

interface SessionEntryParts {
  readonly metadata: Pick<AccountStore, 'sessionRecords'>;
  readonly clock: { now(): number };
}

/** Where the person is signed in, as they read it. */
async function sessionEntries(
  { metadata, clock }: SessionEntryParts,
  person: PersonId,
  session: Session,
): Promise<readonly SessionEntry[]> {
  const records = await metadata.sessionRecords(person);
  const now = clock.now();
  const living = records.filter(({ by, beganAt, seenAt }) => {
    return endsAt({ uid: person, guest: by === 'guest', since: beganAt, seen: seenAt }) > now;
  });
  return living.map(({ session: id, device, by, beganAt, seenAt }) => {
    return { id, device, by, beganAt, seenAt, isThis: id === session.sid };
  });
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
