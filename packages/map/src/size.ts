import { unreachable } from '@bough/base';
import type { Op } from './change.ts';
import type { Comment, ItemFields, Link } from './model.ts';

// The measure of LIMITS.change, LIMITS.map and LIMITS.removed: 64 for each thing, and one for each UTF-16 unit of its text.
// It is counted, never estimated, since every replica must refuse the same changes and let go of the same removals.

const THING = 64;

/** An item's size. */
export function sizeOfItem(item: Partial<ItemFields>): number {
  return (
    THING +
    (item.text?.length ?? 0) +
    (item.note?.length ?? 0) +
    (item.href?.length ?? 0) +
    (item.image?.source.length ?? 0) +
    (item.foreign?.length ?? 0)
  );
}

/** A link's size. */
export function sizeOfLink(link: Link): number {
  return THING + link.label.length;
}

/** A comment's size. */
export function sizeOfComment(comment: Pick<Comment, 'text'>): number {
  return THING + comment.text.length;
}

/** The size of a change's ops. */
export function sizeOfOps(ops: readonly Op[]): number {
  let size = 0;
  for (const op of ops) size += sizeOfOp(op);
  return size;
}

function sizeOfOp(op: Op): number {
  switch (op.kind) {
    case 'add':
    case 'set':
      return sizeOfItem(op.fields);
    case 'splice':
      return THING + op.insert.length;
    case 'link':
      return sizeOfLink(op.link);
    case 'comment':
    case 'edit-comment':
      return THING + (op.text?.length ?? 0);
    case 'settings':
      return THING + (op.fields.title?.length ?? 0) + (op.fields.foreign?.length ?? 0);
    case 'move':
    case 'remove':
    case 'restore':
    case 'unlink':
    case 'resolve':
      return THING;
    default:
      return unreachable(op);
  }
}
