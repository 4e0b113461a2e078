import type { Request } from 'express';
import type { RateLimits } from '../../../limits/rate-limits.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { hashSecret } from '../../../secrets/secrets.ts';

/** Somebody who asks for something about an address, and has not shown yet that it is theirs. */
export interface AddressAsking {
  readonly request: Request;
  readonly email: string;
  readonly network: string;
}

export interface SharesParts {
  readonly limits: RateLimits;
  readonly browsers: KnownBrowsers;
}

/**
 * Counts it against the asker's own share, before anything is looked up: that of a browser where the address has signed in, else of their
 * network, and of their network for this address. Throws 'too-many' where that is used up. Answers the address as all networks together
 * are counted by it, or null for a known browser: no number of others counts for that.
 */
export async function mustTakeOwnShare(
  { limits, browsers }: SharesParts,
  what: 'sign-in' | 'password',
  { request, email, network }: AddressAsking,
): Promise<string | null> {
  const address = hashSecret(email.toLowerCase());
  if (browsers.isKnown(request, email)) {
    await limits.mustTakeEverywhere(`${what} by known browser`, address);
    return null;
  }
  // Before what all networks share: a network that has used up its own share takes nothing of the others'.
  if (what === 'sign-in') await limits.mustTakeEverywhere('sign-in by network address', network);
  // Whoever knows the password takes nothing from those behind the same address: what was wrong is counted afterwards.
  else limits.mustHave('password by network address', network);
  await limits.mustTakeEverywhere(`${what} by address and network`, `${address} ${network}`);
  return address;
}
