import type { Op } from './change.ts';

/**
 * What takes a change out from under later ones: ops that undo its shifts of text. Only their lengths are ever read (they are
 * transformed over, not applied), so what was taken out comes back as filler.
 */
export function ghostOf(ops: readonly Op[]): readonly Op[] {
  const ghost: Op[] = [];
  for (const op of ops) {
    if (op.kind === 'splice') {
      ghost.unshift({ ...op, remove: op.insert.length, insert: ' '.repeat(op.remove) });
    }
  }
  return ghost;
}
