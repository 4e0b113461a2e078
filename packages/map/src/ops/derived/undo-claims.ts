import type { Op } from '../../changes/change.ts';
import type { MindMap } from '../../model/model.ts';
import { UndoClaims } from '../parts/claims.ts';
import { kindOf } from '../table.ts';

// What others did since belongs to them: undoing one's own change must not undo theirs. Which part of an inverse is still one's
// own to take back is decided here; each kind of op says what it claims and what is left of it.

/**
 * The ops of an own inverse, without what somebody else has since set, moved, or built upon. `before` are the ops that will
 * be applied first: what they bring back counts as here.
 */
export function withoutOverwritten(
  inverse: readonly Op[],
  foreign: readonly Op[],
  map: MindMap,
  before: readonly Op[],
): readonly Op[] {
  if (foreign.length === 0) return inverse;
  const claims = new UndoClaims(map);
  for (const op of foreign) kindOf(op).claim(claims, op);
  const kept: Op[] = [];
  for (const op of before) claims.expect(op);
  for (const op of inverse) {
    const left = kindOf(op).left(claims, op);
    if (left === null) continue;
    kept.push(left);
    claims.expect(left);
  }
  return kept;
}
