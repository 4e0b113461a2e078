import type { PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import { isAtLeast } from '../metadata/roles.ts';
import type { Reason } from './members.ts';

/** The most that the person may give others of what they have; null: nothing. */
export function mostGiven(reasons: readonly Reason[], person: PersonId): 'own' | 'edit' | null {
  if (isOwner(person, reasons)) return 'own';
  const own = reasons.filter((reason) => reason.person === person && isAtLeast(reason.role, 'edit'));
  return own.some(({ by, until }) => by !== 'link' && until === null) ? 'edit' : null;
}

/** Whether the person owns the map. */
export function isOwner(person: PersonId, reasons: readonly Reason[]): boolean {
  return reasons.some((reason) => reason.person === person && reason.role === 'own');
}

/** Whether who gave others this role may give it, as things are now: it is worth no more than they are. */
export function isStillGiven(
  { by, role }: { readonly by: PersonId; readonly role: MapRole },
  reasons: readonly Reason[],
): boolean {
  const most = mostGiven(reasons, by);
  return most !== null && isAtLeast(most, role);
}
