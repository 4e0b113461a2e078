import type { ItemId, MindMap, Op } from '@bough/map';
import { restoreBranch, type RestoredPart } from './restore-branch.ts';
import { restoreOps, type RestorePorts } from './restore-ops.ts';

/** The ops that bring back a moment, or a part of it, and the item that one wants to see then. */
export function restoring(
  now: MindMap,
  then: MindMap,
  part: RestoredPart | null,
  ports: RestorePorts,
): { readonly ops: readonly Op[]; readonly id: ItemId | null } {
  if (part === null) return { ops: restoreOps(now, then, ports), id: null };
  return restoreBranch(now, then, part, ports) ?? { ops: [], id: null };
}
