import { parseMapId, type PersonId } from '@bough/base';
import { isOwner, isStillGiven } from '../../access/giving.ts';
import { isSetByOwner } from '../../access/map-access.ts';
import { type ReasonParts, reasonsOn } from '../../access/reasons-on.ts';
import type { Grant } from '../../metadata/grants/grant-store.ts';
import type { InvitationRecord } from '../../metadata/invitations/invitation-store.ts';

/**
 * Whether the person may take it up now: its time is not over, the map is not in the trash, and who sent it may still let others in. What an owner has set for the person
 * only an owner changes, by what they send later. Folders have one owner, who alone invites.
 */
export async function counts(
  parts: ReasonParts,
  invitation: InvitationRecord,
  person: PersonId | null,
): Promise<boolean> {
  if (invitation.expiresAt <= parts.clock.now()) return false;
  const map = invitation.kind === 'map' ? parseMapId(invitation.target) : null;
  if (map === null) return true;
  const record = await parts.metadata.map(map);
  if (record === null || record.trashedAt !== null) return false;
  const reasons = await reasonsOn(parts, map);
  if (!isStillGiven(invitation, reasons, record.mayEditorsInvite)) return false;
  const set = person === null ? undefined : (await parts.metadata.grantsOn(map, person)).find(isSetByOwner);
  return isLeftOpen(set, invitation, isOwner(invitation.by, reasons));
}

/** Whether what an owner has set for the person leaves the invitation to be taken up: only an owner's that was sent later does. */
export function isLeftOpen(set: Grant | undefined, { createdAt }: InvitationRecord, isOwners: boolean): boolean {
  return set === undefined || (createdAt >= set.at && isOwners);
}

/** Those that wait for the person's address and may be taken up now. */
export async function countingInvitations(parts: ReasonParts, person: PersonId): Promise<readonly InvitationRecord[]> {
  const email = (await parts.metadata.person(person))?.email ?? null;
  const all = email === null ? [] : await parts.metadata.invitationsFor(email);
  const may = await Promise.all(all.map((each) => counts(parts, each, person)));
  return all.filter((_, at) => may[at]);
}
