import { tryJson } from '@bough/base';
import { keep, readKept } from '../shell/kept.ts';
import { screenOf } from '../shell/screen.ts';

// Signing in leads away: a mailed link opens another page, a provider has pages of its own. Where somebody was waits in this browser, for
// as long as a sign-in link works, and they come back there once.

const KEY = 'bough.way-back';
const KEPT_MS = 15 * 60_000;
const LONGEST = 2_000;
/** A link that asked for signing in; its secret is all that leads to the map. */
const JOINING = /^\/join#(?:secret=)?[\w-]{1,200}$/;

/**
 * The address as this page says it, if it is a place of this page that can be come back to; null for everything else: who sends somebody
 * here cannot send them on to another site.
 */
export function placeOnPage(address: unknown, origin: string): string | null {
  if (typeof address !== 'string' || address.length > LONGEST || !URL.canParse(address, origin)) return null;
  const { origin: itsOrigin, pathname, search, hash } = new URL(address, origin);
  // Two slashes begin the name of a server.
  if (itsOrigin !== origin || pathname.startsWith('//')) return null;
  const place = pathname + search + hash;
  switch (screenOf(place).kind) {
    case 'home':
    case 'map':
    case 'public':
    case 'account':
      return place;
    case 'join':
      return JOINING.test(place) ? place : null;
    default:
      return null;
  }
}

/** Whoever signs in next comes back to where the page is now. */
export function keepWayBack(): void {
  const place = placeOnPage(location.href, location.origin);
  // From home, and where there is no way back, a link that waits is taken up: it was opened first.
  const isLess = place === null || place === '/';
  if (isLess && JOINING.test(waiting() ?? '')) return;
  keep(KEY, isLess ? null : JSON.stringify({ place, until: Date.now() + KEPT_MS }));
}

/** Where to go after signing in: to where it was asked for, else home. Asked for once. */
export function addressAfterSignIn(): string {
  const place = waiting();
  keep(KEY, null);
  return place ?? '/';
}

function waiting(): string | null {
  const kept = tryJson(readKept(KEY) ?? '');
  if (typeof kept !== 'object' || kept === null || !('place' in kept) || !('until' in kept)) return null;
  if (typeof kept.until !== 'number' || kept.until <= Date.now()) return null;
  return placeOnPage(kept.place, location.origin);
}
