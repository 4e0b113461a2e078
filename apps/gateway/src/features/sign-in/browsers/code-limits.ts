import type { Request } from 'express';
import type { Person } from '../../../metadata/people/people-store.ts';
import type { SharesParts } from './address-shares.ts';

/**
 * Counts a try at a code of the second step, before it is looked at, by the person whose it would be. Throws 'too-many'. A browser where they have
 * signed in is counted by itself: whoever has their password and guesses at codes elsewhere does not lock them out of it.
 */
export async function countCode({ limits, browsers }: SharesParts, request: Request, person: Person): Promise<void> {
  const isKnown = person.email !== null && browsers.isKnown(request, person.email);
  await limits.mustTakeEverywhere(isKnown ? 'codes by known browser' : 'codes by person', person.id);
}
