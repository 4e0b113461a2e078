import type { Comment, ItemFields, Link, Reaction } from './model.ts';

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

/** A comment's size, with each person's sign on it. */
export function sizeOfComment({ text, reactions }: Pick<Comment, 'text' | 'reactions'>): number {
  return THING + text.length + (reactions === undefined ? 0 : THING * countOf(reactions));
}

/** How many signs there are, one for each person and kind. */
export function countOf(reactions: readonly Reaction[]): number {
  return reactions.reduce((sum, { people }) => sum + people.length, 0);
}
