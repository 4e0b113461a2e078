import type { ItemId, MindMap, Op } from '@bough/map';
import { type NewNames, opsBetween } from '@bough/map/difference';
import { restoreBranch, type RestoredPart } from './restore-branch.ts';

/**
 * The ops that bring back a moment, or a part of it, and the item that one wants to see then. What was removed since is made anew,
 * under new names.
 */
export function restoring(
  now: MindMap,
  then: MindMap,
  part: RestoredPart | null,
  names: NewNames,
): { readonly ops: readonly Op[]; readonly id: ItemId | null } {
  if (part === null) return { ops: opsBetween(now, then, names), id: null };
  return restoreBranch(now, then, part, names) ?? { ops: [], id: null };
}
