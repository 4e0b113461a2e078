import type { Access, MapRole } from '@bough/contracts';
import { isAtLeast } from './metadata/roles.ts';

/** Who asks: nobody yet, or a person with a role (or none) on the map that the request names. */
export interface Asker {
  readonly isPerson: boolean;
  readonly role: MapRole | null;
}
export type Verdict = 'allowed' | 'unauthenticated' | 'absent' | 'denied';

/**
 * The one decision about every request: whatever is not allowed here is refused. A map that one may not open at all is as
 * absent as one that does not exist.
 */
export function decide(access: Access, asker: Asker): Verdict {
  if (access === 'anybody') return 'allowed';
  if (access === 'service') return 'absent';
  if (!asker.isPerson) return 'unauthenticated';
  if (access === 'person') return 'allowed';
  if (asker.role === null) return 'absent';
  switch (access) {
    case 'read':
    case 'copy':
      return 'allowed';
    case 'view':
    case 'comment':
    case 'edit':
    case 'own':
      return isAtLeast(asker.role, access) ? 'allowed' : 'denied';
    case 'trashed':
    case 'folder view':
    case 'folder edit':
    case 'folder own':
      return 'absent';
  }
}
