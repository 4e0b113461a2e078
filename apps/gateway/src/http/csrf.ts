import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parseBase64Url, toBase64Url } from '@bough/base';
import { HEADERS } from '@bough/contracts';
import { isSeal, seal } from '../secrets/keys.ts';
import type { Session } from './session.ts';

/** Tokens that were made, for as long as their sessions are remembered: a page asks for its own at each opening. */
const made = new WeakMap<readonly Uint8Array[], WeakMap<Session, string>>();

/** The token that every unsafe request of the session bears. */
export function csrfToken(keys: readonly Uint8Array[], session: Session): string {
  const bySession = made.get(keys) ?? new WeakMap<Session, string>();
  const known = bySession.get(session);
  if (known !== undefined) return known;
  const token = toBase64Url(seal(keys, `csrf ${session.sid}`));
  made.set(keys, bySession.set(session, token));
  return token;
}

/** Whether the token belongs to the session. */
export function isCsrfToken(keys: readonly Uint8Array[], session: Session, token: unknown): boolean {
  const mac = typeof token === 'string' ? parseBase64Url(token) : null;
  if (mac !== null && isSeal(keys, `csrf ${session.sid}`, mac)) return true;
  return session.csrf !== null && typeof token === 'string' && isOldToken(session.csrf, token);
}

/** The token that a request bears; of a page from before a session was carried over, under the names that such pages use. */
export function csrfTokenIn(headers: IncomingHttpHeaders, session: Session): unknown {
  const token = headers[HEADERS.csrf];
  if (token !== undefined || session.csrf === null) return token;
  return headers['csrf-token'] ?? headers['x-csrf-token'] ?? headers['x-xsrf-token'];
}

/** Tokens of csurf: `SALT-HASH`, with the base64url SHA-1 of `SALT-SECRET`; or the secret itself, where it is the token. */
function isOldToken(secret: string, token: string): boolean {
  const salt = token.slice(0, Math.max(0, token.indexOf('-')));
  const expected = `${salt}-${createHash('sha1').update(`${salt}-${secret}`).digest('base64url')}`;
  const same = (a: string, b: string): boolean =>
    Buffer.byteLength(a) === Buffer.byteLength(b) && timingSafeEqual(Buffer.from(a), Buffer.from(b));
  return same(token, expected) || (secret.length >= 16 && same(token, secret));
}

/**
 * Whether the request comes from our own page. Browsers say so in Sec-Fetch-Site, which no page can set; where it is absent
 * (older browsers, plain http away from this machine) the Origin must be one of ours. Neither: no.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, origins: ReadonlySet<string>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return isOwnOrigin(headers, origins);
}

/** Whether the Origin header is exactly one of ours; absent or `null` is not. */
export function isOwnOrigin(headers: IncomingHttpHeaders, origins: ReadonlySet<string>): boolean {
  return headers.origin !== undefined && origins.has(headers.origin);
}

/** The origins that the page may have: the public one, and its other spellings where it is this very machine. */
export function ownOrigins(publicUrl: string): ReadonlySet<string> {
  const url = new URL(publicUrl);
  const names = ['localhost', '127.0.0.1', '[::1]'];
  if (!names.includes(url.hostname)) return new Set([url.origin]);
  return new Set(names.map((name) => new URL(`${url.protocol}//${name}:${url.port}`).origin));
}
