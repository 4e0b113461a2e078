// What somebody typed, as the smallest splice; and what others did meanwhile, without losing the caret. All positions are
// UTF-16 units, and no splice cuts a surrogate pair.

/** Takes `remove` units out at `at` and puts `insert` there. */
export interface TextSplice {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/**
 * The smallest splice that makes `after` of `before`; null when they are equal. Where it could stand in several places (a
 * letter typed next to its like), it ends at the caret.
 */
export function spliceBetween(before: string, after: string, caret = after.length): TextSplice | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  const longestTail = Math.min(shorter, Math.max(0, after.length - caret));
  let tail = 0;
  while (
    tail < longestTail &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail++;
  }
  let head = 0;
  while (head < shorter - tail && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  // The caret may have lied (a text replaced by a program): then the tail can still grow.
  while (
    tail < shorter - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail++;
  }
  if (cutsPair(before, head) || cutsPair(after, head)) head--;
  if (cutsPair(before, before.length - tail) || cutsPair(after, after.length - tail)) tail--;
  return { at: head, remove: before.length - tail - head, insert: after.slice(head, after.length - tail) };
}

/** The text with the splice done. */
export function spliced(text: string, splice: TextSplice): string {
  return text.slice(0, splice.at) + splice.insert + text.slice(splice.at + splice.remove);
}

/** Where a position of the old text is in the new one; what stood inside the removed part goes behind what was inserted. */
export function movedBy(position: number, splice: TextSplice): number {
  if (position <= splice.at) return position;
  if (position >= splice.at + splice.remove) return position + splice.insert.length - splice.remove;
  return splice.at + splice.insert.length;
}

/** One's own splice, made on a text where `theirs` was not yet done, for the text where it is. */
export function transformed(mine: TextSplice, theirs: TextSplice): TextSplice {
  const end = mine.at + mine.remove;
  const theirEnd = theirs.at + theirs.remove;
  if (end <= theirs.at) return mine;
  const grown = theirs.insert.length - theirs.remove;
  if (mine.at >= theirEnd) return { ...mine, at: mine.at + grown };
  // They overlap: what both removed is gone once, and what they inserted stays beside what one inserted oneself.
  const before = Math.max(0, theirs.at - mine.at);
  const after = Math.max(0, end - theirEnd);
  const at = before > 0 ? mine.at : theirs.at + theirs.insert.length;
  if (before > 0 && after > 0) return { at, remove: before + theirs.insert.length + after, insert: mine.insert };
  return { at, remove: before > 0 ? before : after, insert: mine.insert };
}

/** Whether a cut at `at` would go through a surrogate pair. */
function cutsPair(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const low = text.charCodeAt(at);
  const high = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff;
}
