import type { Clock, MapId, PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import type { FolderAccess } from '../../access/folder-access.ts';
import { grantsAt } from '../../access/map-access.ts';
import { type Reason, reasonsOf } from '../../access/members.ts';
import { GatewayFailure } from '../../failure.ts';
import type { InvitationRecord } from '../../metadata/invitations/invitation-store.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { isAtLeast } from '../../metadata/roles.ts';

interface InvitingParts {
  readonly metadata: Metadata;
  readonly folders: Pick<FolderAccess, 'peopleOn'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Why people may open the map now: by grants and by folders. */
export async function reasonsOn({ metadata, folders, clock }: InvitingParts, map: MapId): Promise<readonly Reason[]> {
  const [grants, gifts] = await Promise.all([metadata.grantsOnMaps([map]), folders.peopleOn(map)]);
  return [...reasonsOf(grantsAt(grants, clock.now())), ...gifts];
}

/**
 * Whether the person may invite others to the map: its owners, and editors where owners let them. Not who came by a link or whose access
 * ends: what they gave away would outlive what they have.
 */
export async function mayInvite(
  parts: InvitingParts,
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
  const own = reasons.filter((reason) => reason.person === person && isAtLeast(reason.role, 'edit'));
  if (own.some(({ role }) => role === 'own')) return 'own';
  return own.some(({ by, until }) => by !== 'link' && until === null) ? 'edit' : null;
}

/** Whether who sent the invitation may give what it says, as things are now: it is worth no more than they are. */
export function isStillGiven({ by, role }: Pick<InvitationRecord, 'by' | 'role'>, reasons: readonly Reason[]): boolean {
  const most = mostGiven(reasons, by);
  return most !== null && isAtLeast(most, role);
}

/** Throws 'denied' unless an editor may invite that address with that role: no owners, and nobody whom somebody else has invited. */
export async function mustLetInvite(
  parts: InvitingParts,
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
