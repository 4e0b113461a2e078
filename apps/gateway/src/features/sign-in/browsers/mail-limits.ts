import { type AddressAsking, mustTakeOwnShare, type SharesParts } from './address-shares.ts';

/**
 * Counts a request for a mailed link, and answers whether it is sent. Throws 'too-many' for what the asker's own network, or their known
 * browser, has used up. What all networks together ask for an address is bounded too; beyond it nothing is sent, and nobody is told: it
 * is not theirs, and how often an address is asked for is nobody's business.
 */
export async function mayMail(parts: SharesParts, wish: AddressAsking): Promise<boolean> {
  const address = await mustTakeOwnShare(parts, 'sign-in', wish);
  return address === null || (await parts.limits.tryTakeEverywhere('sign-in by address', address));
}
