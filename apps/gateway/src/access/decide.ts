import { unreachable } from '@bough/base';
import type { Access, MapRole } from '@bough/contracts';
import { isAtLeast } from '../metadata/roles.ts';

/** Who asks: nobody yet, or a person; and what they may do with the map, or in the folder, that the request names. */
export interface Asker {
  readonly isPerson: boolean;
  /** null: nothing. Whom a public page lets in has the role 'view', people or not. */
  readonly role: MapRole | null;
  readonly mayCopy: boolean;
  /** Whether they may read what is not there any more. */
  readonly mayReadPast: boolean;
  /** The role on a map that is in the trash, where `role` is null. */
  readonly trashed: MapRole | null;
  readonly inFolder: MapRole | null;
}
export type Verdict = 'allowed' | 'unauthenticated' | 'absent' | 'denied';

/** Somebody who may do nothing yet. */
export const NO_ROLE: Omit<Asker, 'isPerson'> = {
  role: null,
  mayCopy: false,
  mayReadPast: false,
  trashed: null,
  inFolder: null,
};

/**
 * The one decision about every request: whatever is not allowed here is refused. A map or folder that one may not open at all is as
 * absent as one that does not exist.
 */
export function decide(access: Access, asker: Asker): Verdict {
  switch (access) {
    case 'anybody':
      return 'allowed';
    case 'service':
      return 'absent';
    case 'person':
      return asker.isPerson ? 'allowed' : 'unauthenticated';
    case 'seen':
      return decide(asker.trashed === null ? 'read' : 'trashed', asker);
    case 'read':
    case 'copy':
    case 'past':
      if (asker.role === null) return asker.isPerson ? 'absent' : 'unauthenticated';
      return access === 'read' || (access === 'copy' ? asker.mayCopy : asker.mayReadPast) ? 'allowed' : 'denied';
    case 'view':
    case 'comment':
    case 'edit':
    case 'own':
      return asker.isPerson ? need(access, asker.role) : 'unauthenticated';
    case 'trashed':
      return asker.isPerson ? need('own', asker.trashed) : 'unauthenticated';
    case 'folder view':
      return asker.isPerson ? need('view', asker.inFolder) : 'unauthenticated';
    case 'folder edit':
      return asker.isPerson ? need('edit', asker.inFolder) : 'unauthenticated';
    case 'folder own':
      return asker.isPerson ? need('own', asker.inFolder) : 'unauthenticated';
    default:
      return unreachable(access);
  }
}

function need(least: MapRole, role: MapRole | null): Verdict {
  if (role === null) return 'absent';
  return isAtLeast(role, least) ? 'allowed' : 'denied';
}
