import { isLongId, parsePersonId, type PersonId } from '@bough/base';

// A session is a signed cookie and nothing else:
//   bid    the browser, for ever: what a sign-in mail is bound to
//   sid    this session: new at every change of who somebody is
//   uid    the person, or null before there is one
//   guest  whether the person cannot sign in again
//   iat    when it began, ms
//   seen   when it was last renewed, ms; at most once a day
//   epoch  the person's count of "sign out everywhere" when it began
//   proved when the person last proved to be themselves, ms; iat where it does not stand
//   csrf   the secret behind the tokens of an earlier server's pages, where the session was carried over from it
// Nothing about it is stored; what ends it early stands in Revocations.

export interface Session {
  readonly bid: string;
  readonly sid: string;
  readonly uid: PersonId | null;
  readonly guest: boolean;
  readonly iat: number;
  readonly seen: number;
  readonly epoch: number;
  readonly proved: number;
  readonly csrf: string | null;
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
    proved = iat,
    csrf = null,
  } = { ...input } as Partial<Record<keyof Session, unknown>>;
  if (!isLongId(bid) || !isLongId(sid) || typeof guest !== 'boolean') return null;
  if (!isWhole(iat) || !isWhole(seen) || !isWhole(epoch) || !isWhole(proved)) return null;
  if (csrf !== null && typeof csrf !== 'string') return null;
  const person = uid === null ? null : parsePersonId(uid);
  if (uid !== null && person === null) return null;
  return { bid, sid, uid: person, guest, iat, seen, epoch, proved, csrf };
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** When the session ends if nobody comes back before. */
export function endsAt(session: Pick<Session, 'uid' | 'guest' | 'iat' | 'seen'>): number {
  if (session.uid === null || session.guest) return session.seen + GUEST_IDLE_MS;
  return Math.min(session.seen + IDLE_MS, session.iat + ABSOLUTE_MS);
}

/** What is to become of a session at `nowMs`. */
export function judge(session: Session, nowMs: number, isRevoked: boolean): 'good' | 'renew' | 'over' {
  if (isRevoked || nowMs >= endsAt(session) || session.iat > nowMs + DAY_MS) return 'over';
  return nowMs - session.seen >= RENEW_MS ? 'renew' : 'good';
}
