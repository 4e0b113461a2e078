import type { Op } from '@bough/map';
import type { Role } from './frames.ts';

/** Whether somebody in this role may make a change of these ops: nothing for 'view', comments for 'comment', else all. */
export function mayApply(role: Role, ops: readonly Op[]): boolean {
  switch (role) {
    case 'view':
      return false;
    case 'comment':
      return ops.every((op) => op.kind === 'comment' || op.kind === 'edit-comment' || op.kind === 'resolve');
    case 'edit':
    case 'own':
      return true;
    default:
      return false;
  }
}
