import { parseMapId, type PersonId } from '@bough/base';
import { type ReasonParts, reasonsOn } from '../../access/reasons-on.ts';
import type { InvitationRecord } from '../../metadata/invitations/invitation-store.ts';
import { isStillGiven } from './inviting.ts';

/** Whether it may be taken up now: its time is not over, and who sent it may still let others in. Folders have one owner, who alone invites. */
export async function counts(parts: ReasonParts, invitation: InvitationRecord): Promise<boolean> {
  if (invitation.expiresAt <= parts.clock.now()) return false;
  const map = invitation.kind === 'map' ? parseMapId(invitation.target) : null;
  return map === null || isStillGiven(invitation, await reasonsOn(parts, map));
}

/** Those that wait for the person's address and may be taken up now. */
export async function countingInvitations(parts: ReasonParts, person: PersonId): Promise<readonly InvitationRecord[]> {
  const email = (await parts.metadata.person(person))?.email ?? null;
  const all = email === null ? [] : await parts.metadata.invitationsFor(email);
  const may = await Promise.all(all.map((each) => counts(parts, each)));
  return all.filter((_, at) => may[at]);
}
