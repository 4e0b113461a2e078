import type { DocumentView } from '@bough/base';
import { isAboutComments, type Op } from '@bough/map';
import type { MapRole } from '@bough/contracts';

/** What of a document somebody in this role is shown. */
export function viewOfRole(role: MapRole): DocumentView {
  switch (role) {
    case 'view':
      return 'plain';
    case 'comment':
      return 'commented';
    case 'edit':
    case 'own':
      return 'whole';
    default:
      return 'plain';
  }
}

/** Whether somebody in this role may change items. */
export function mayEdit(role: MapRole): boolean {
  return viewOfRole(role) === 'whole';
}

/** Whether somebody in this role may make a change of these ops: nothing for 'view', comments for 'comment', else all. */
export function mayApply(role: MapRole, ops: readonly Op[]): boolean {
  switch (role) {
    case 'view':
      return false;
    case 'comment':
      return ops.every(isAboutComments);
    case 'edit':
    case 'own':
      return true;
    default:
      return false;
  }
}
