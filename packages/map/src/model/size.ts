import type { Comment, ItemFields, Link } from './model.ts';

// The measure of LIMITS.change, LIMITS.map and LIMITS.removed: 64 for each thing, and one for each UTF-16 unit of its text.
// It is counted, never estimated, since every replica must refuse the same changes and let go of the same removals.

/** What anything takes beside its text. */
export const THING = 64;

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
