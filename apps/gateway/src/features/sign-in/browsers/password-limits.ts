import { type AddressAsking, mustTakeOwnShare, type SharesParts } from './address-shares.ts';

/**
 * Counts a try at a password before anything is looked up, so that a refusal says nothing about the account. Throws 'too-many' when this
 * network has tried this address too often, or all networks together have. A browser where the address has signed in is counted by
 * itself: no number of guesses from elsewhere locks the owner out of it.
 */
export async function countGuess(parts: SharesParts, guess: AddressAsking): Promise<void> {
  const address = await mustTakeOwnShare(parts, 'password', guess);
  if (address !== null) await parts.limits.mustTakeEverywhere('password by address', address);
}
