import { tryJson } from '@bough/base';
import { keep, readKept } from '../shell/kept.ts';

// Somebody opened a link that wants them to sign in, and signs in by a mailed link, which opens another page. The first link waits
// in this browser, for as long as a sign-in link works, and is taken up once.

const KEY = 'bough.joining';
const KEPT_MS = 15 * 60_000;

/** Has the link taken up after signing in. */
export function keepJoining(secret: string): void {
  keep(KEY, JSON.stringify({ secret, until: Date.now() + KEPT_MS }));
}

/** Where to go after signing in: to the link that waited, else home. */
export function addressAfterSignIn(): string {
  const kept = tryJson(readKept(KEY) ?? '');
  keep(KEY, null);
  return isWaiting(kept) && kept.until > Date.now() ? `/join#${kept.secret}` : '/';
}

function isWaiting(kept: unknown): kept is { readonly secret: string; readonly until: number } {
  if (typeof kept !== 'object' || kept === null || !('secret' in kept) || !('until' in kept)) return false;
  return (
    typeof kept.secret === 'string' && /^[A-Za-z0-9_-]{1,200}$/.test(kept.secret) && typeof kept.until === 'number'
  );
}
