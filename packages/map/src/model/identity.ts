import { type Ids, isShortId } from '@bough/base';
import type { CommentId, ItemId, LinkId, ThreadId } from './model.ts';

// Names inside a map. Those that begin with `recovered` belong to the items that `recover.ts` makes; nobody may add one.

const RECOVERED = 'recovered';
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A fresh id for an item. */
export function newItemId(ids: Pick<Ids, 'short'>): ItemId {
  return ids.short() as ItemId;
}

/** A fresh id for a link. */
export function newLinkId(ids: Pick<Ids, 'short'>): LinkId {
  return ids.short() as LinkId;
}

/** A fresh id for a thread of comments. */
export function newThreadId(ids: Pick<Ids, 'short'>): ThreadId {
  return ids.short() as ThreadId;
}

/** A fresh id for a comment. */
export function newCommentId(ids: Pick<Ids, 'short'>): CommentId {
  return ids.short() as CommentId;
}

/** The item id that the text is, or null. */
export function parseItemId(text: unknown): ItemId | null {
  return isShortId(text) ? (text as ItemId) : null;
}

/** The link id that the text is, or null. */
export function parseLinkId(text: unknown): LinkId | null {
  return isShortId(text) ? (text as LinkId) : null;
}

/** Whether this is an item that holds what was recovered: made by `apply`, never by a person. */
export function isRecoveredItem(id: ItemId): boolean {
  return id.startsWith(RECOVERED);
}

/** The nth name of an item that holds what was recovered. */
export function recoveredItemId(n: number): ItemId {
  let digits = '';
  for (let i = 0, rest = n; i < 3; i++, rest = Math.floor(rest / 64)) digits = (DIGITS[rest % 64] ?? 'A') + digits;
  return (RECOVERED + digits) as ItemId;
}
