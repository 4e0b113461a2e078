import type { Op } from '../../changes/change.ts';
import { kindOf } from '../table.ts';

/** What somebody wrote in these ops, text by text: to be shown to them when the ops are refused. */
export function wordsOf(ops: readonly Op[]): string[] {
  return ops.flatMap((op) => kindOf(op).words(op)).flatMap((text) => text || []);
}
