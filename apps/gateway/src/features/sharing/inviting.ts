import type { MapId, PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import type { Reason } from '../../access/members.ts';
import { type ReasonParts, reasonsOn } from '../../access/reasons-on.ts';
import { GatewayFailure } from '../../failure.ts';
import type { InvitationRecord } from '../../metadata/invitations/invitation-store.ts';
import { isAtLeast } from '../../metadata/roles.ts';

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
  const most = mostGiven(reasons, person);
  if (most !== 'edit') return most === 'own';
  const [record, who] = await Promise.all([parts.metadata.map(map), parts.metadata.person(person)]);
  return record?.mayEditorsInvite === true && who !== null && who.email !== null;
}

/** The most that the person may give others of what they have; null: nothing. */
function mostGiven(reasons: readonly Reason[], person: PersonId): 'own' | 'edit' | null {
  if (isOwner(person, reasons)) return 'own';
  const own = reasons.filter((reason) => reason.person === person && isAtLeast(reason.role, 'edit'));
  return own.some(({ by, until }) => by !== 'link' && until === null) ? 'edit' : null;
}

/** Whether the person owns the map. */
export function isOwner(person: PersonId, reasons: readonly Reason[]): boolean {
  return reasons.some((reason) => reason.person === person && reason.role === 'own');
}

/** Whether who sent the invitation may give what it says, as things are now: it is worth no more than they are. */
export function isStillGiven({ by, role }: Pick<InvitationRecord, 'by' | 'role'>, reasons: readonly Reason[]): boolean {
  const most = mostGiven(reasons, by);
  return most !== null && isAtLeast(most, role);
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
