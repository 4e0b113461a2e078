import type { Op, ParsedOps } from './change.ts';
import { kindOf } from '../ops/table.ts';
import { areTooLarge } from './parse.ts';

/**
 * One list of ops that does what `a` and then `b` do, no longer than `a`; or null when that is not one and the same action going
 * on, or more than a change may be. Typing becomes one splice, dragging one move, filling in a new item its adding. For maps on which both apply.
 */
export function composeOps(a: ParsedOps, b: ParsedOps): ParsedOps | null;
export function composeOps(a: readonly Op[], b: readonly Op[]): readonly Op[] | null;
export function composeOps(a: readonly Op[], b: readonly Op[]): readonly Op[] | null {
  const out = [...a];
  for (const op of b) {
    const at = targetIn(out, op);
    const before = out[at];
    const merged = before === undefined ? null : kindOf(before).compose(before, op, out.length === 1);
    if (merged === null) return null;
    out[at] = merged;
  }
  return areTooLarge(out) ? null : out;
}

/** The only op that `op` can go into: the one on the same thing, when nothing else in the list is about that thing. */
function targetIn(ops: readonly Op[], op: Op): number {
  const target = kindOf(op).target(op);
  let found = -1;
  for (let i = 0; i < ops.length; i++) {
    const other = ops[i];
    if (other === undefined || kindOf(other).target(other) !== target) continue;
    if (found !== -1) return -1;
    found = i;
  }
  return found;
}
