import type { Op } from '../changes/change.ts';
import { KINDS, TRIALS } from '../ops/table.ts';
import { commentId, itemId, linkId, threadId } from './scene.ts';

const NAMES = { item: itemId, link: linkId, thread: threadId, comment: commentId };

const NAMED = Object.keys(KINDS) as readonly Op['kind'][];

/** One op of each kind, in each of its forms. */
export function everyOp(): Op[] {
  return NAMED.flatMap((kind): readonly Op[] => TRIALS[kind].samples(NAMES));
}

/** The frozen line of each of these ops. */
export function everyLine(): string[] {
  return NAMED.flatMap((kind) => TRIALS[kind].lines);
}
