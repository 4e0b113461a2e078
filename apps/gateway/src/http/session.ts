import type { IncomingMessage } from 'node:http';
import { isCount, isLongId, parsePersonId, type PersonId } from '@bough/base';

// A session is a signed cookie and nothing else:
//   bid    the browser, for ever: what a sign-in mail is bound to
//   sid    this session: new at every change of who somebody is
//   uid    the person, or null before there is one
//   guest  whether the person cannot sign in again
//   iat    when it began, ms
//   seen   when it was last renewed, ms; at most once a day
//   epoch  the person's count of "sign out everywhere" when it began
//   since  when somebody last showed who they are to begin one, ms; iat where it does not stand
//   proved when the person last proved to be themselves, ms; iat where it does not stand
//   two    whether that proof was in two steps, or in one that counts as both; false where it does not stand
//   awaits who has shown the first step of signing in here, and is asked for the second
//   csrf   the secret behind the tokens of an earlier server's pages, where the session was carried over from it
// Nothing about it is stored; what ends it early stands in Revocations.

/** Somebody who has shown the first step of signing in, and not the second. */
export interface Awaited {
  readonly person: PersonId;
  readonly by: 'mail' | 'password';
  readonly at: number;
  /** The person's epoch when they began to: what ends their sessions ends this, too. */
  readonly epoch: number;
}

export interface Session {
  readonly bid: string;
  readonly sid: string;
  readonly uid: PersonId | null;
  readonly guest: boolean;
  readonly iat: number;
  readonly seen: number;
  readonly since: number;
  readonly epoch: number;
  readonly proved: number;
  readonly two: boolean;
  readonly awaits: Awaited | null;
  readonly csrf: string | null;
}

/** What reads sessions from requests. */
export interface SessionReader {
  /** The session that the request bears and that lives; null: none. */
  of(request: IncomingMessage): Session | null;
}

const DAY_MS = 86_400_000;
/** Signed in: 30 days without a visit, 90 days in all; then one signs in again. */
const IDLE_MS = 30 * DAY_MS;
export const ABSOLUTE_MS = 90 * DAY_MS;
/** A guest has nothing to sign in with: ending the session would lose the maps. As long as browsers keep a cookie. */
export const GUEST_IDLE_MS = 400 * DAY_MS;
/** A cookie is renewed when it is this old, so that a busy day costs one. */
const RENEW_MS = DAY_MS;

/** The session that the cookie's JSON says, or null when it is none of ours. */
export function readSession(input: unknown): Session | null {
  if (typeof input !== 'object' || input === null) return null;
  const {
    bid,
    sid,
    uid,
    guest,
    iat,
    seen,
    epoch,
    since = iat,
    proved = iat,
    two = false,
    awaits = null,
    csrf = null,
  } = { ...input } as Partial<Record<keyof Session, unknown>>;
  if (!isLongId(bid) || !isLongId(sid) || typeof guest !== 'boolean') return null;
  if (!isCount(iat) || !isCount(seen) || !isCount(epoch)) return null;
  if (!isCount(since) || !isCount(proved)) return null;
  if (typeof two !== 'boolean') return null;
  if (csrf !== null && typeof csrf !== 'string') return null;
  const person = uid === null ? null : parsePersonId(uid);
  if (uid !== null && person === null) return null;
  return { bid, sid, uid: person, guest, iat, seen, since, epoch, proved, two, awaits: readAwaited(awaits), csrf };
}

function readAwaited(input: unknown): Awaited | null {
  if (typeof input !== 'object' || input === null) return null;
  const { person, by, at, epoch } = { ...input } as Partial<Record<keyof Awaited, unknown>>;
  const who = parsePersonId(person);
  if (who === null || (by !== 'mail' && by !== 'password') || !isCount(at) || !isCount(epoch)) return null;
  return { person: who, by, at, epoch };
}

/** When the session ends if nobody comes back before. */
export function endsAt(session: Pick<Session, 'uid' | 'guest' | 'since' | 'seen'>): number {
  if (session.uid === null || session.guest) return session.seen + GUEST_IDLE_MS;
  return Math.min(session.seen + IDLE_MS, session.since + ABSOLUTE_MS);
}

/** What is to become of a session at `nowMs`. */
export function judge(session: Session, nowMs: number, isRevoked: boolean): 'good' | 'renew' | 'over' {
  if (isRevoked || nowMs >= endsAt(session) || session.iat > nowMs + DAY_MS) return 'over';
  return nowMs - session.seen >= RENEW_MS ? 'renew' : 'good';
}
