import type { MapRole } from '@bough/contracts';
import type { CommandId } from './table.ts';

/** Whether somebody in this role may do it at all; what they may not is shown nowhere. A role that is not known yet may everything. */
export function isOffered(command: CommandId, role: MapRole | null, mayReadPast: boolean): boolean {
  if (command === 'comment' || command === 'comments' || command === 'chat') return role !== 'view';
  return command !== 'history' || mayReadPast || (role !== 'view' && role !== 'comment');
}
