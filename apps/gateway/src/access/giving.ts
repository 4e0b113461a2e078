import type { PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import { isAtLeast } from '../metadata/roles.ts';
import type { Reason } from './members.ts';

/** The most of what the person has that may be given to others; null: nothing. An editor gives it only where the map's owners let them. */
export function mostToGive(reasons: readonly Reason[], person: PersonId): 'own' | 'edit' | null {
  if (isOwner(person, reasons)) return 'own';
  const own = reasons.filter((reason) => reason.person === person && isAtLeast(reason.role, 'edit'));
  return own.some(({ by, until }) => by !== 'link' && until === null) ? 'edit' : null;
}

/** Whether the person owns the map. */
export function isOwner(person: PersonId, reasons: readonly Reason[]): boolean {
  return reasons.some((reason) => reason.person === person && reason.role === 'own');
}

/**
 * Whether who gave others this role may give it, as things are now: it is worth no more than they are. What an editor gave counts only while
 * the map's owners let editors invite.
 */
export function isStillGiven(
  { by, role }: { readonly by: PersonId; readonly role: MapRole },
  reasons: readonly Reason[],
  mayEditorsInvite: boolean,
): boolean {
  const most = mostToGive(reasons, by);
  return (most === 'own' || (most === 'edit' && mayEditorsInvite)) && isAtLeast(most, role);
}
