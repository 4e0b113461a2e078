import type { MapId, PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import { mostToGive } from '../../access/giving.ts';
import type { Reason } from '../../access/members.ts';
import { type ReasonParts, reasonsOn } from '../../access/reasons-on.ts';
import { GatewayFailure } from '../../failure.ts';

/**
 * Whether the person may invite others to the map: its owners, and editors where owners let them. Not who came by a link or whose access
 * ends: what they gave away would outlive what they have.
 */
export async function mayInvite(
  parts: ReasonParts,
  map: MapId,
  person: PersonId,
  reasons: readonly Reason[],
): Promise<boolean> {
  const most = mostToGive(reasons, person);
  if (most !== 'edit') return most === 'own';
  const [record, who] = await Promise.all([parts.metadata.map(map), parts.metadata.person(person)]);
  return record?.mayEditorsInvite === true && who !== null && who.email !== null;
}

/** Throws 'denied' unless an editor may invite that address with that role: no owners, and nobody whom somebody else has invited. */
export async function mustLetInvite(
  parts: ReasonParts,
  map: MapId,
  person: PersonId,
  wanted: { readonly email: string; readonly role: MapRole },
): Promise<void> {
  if (wanted.role === 'own' || !(await mayInvite(parts, map, person, await reasonsOn(parts, map)))) {
    throw new GatewayFailure('denied', 'Only owners may invite people with this role.');
  }
  const email = wanted.email.toLowerCase();
  const waiting = (await parts.metadata.invitationsTo(map)).find((each) => each.email === email);
  if (waiting !== undefined && waiting.by !== person) {
    throw new GatewayFailure('denied', 'Somebody else has invited this address already.');
  }
}
