export type { Change, NumberedChange, Op, ParsedOps } from './change.ts';
export type {
  CommentId,
  Item,
  ItemFields,
  ItemId,
  LineStyle,
  Link,
  LinkId,
  MindMap,
  Point,
  Settings,
  Shape,
  Side,
  Thread,
  ThreadId,
} from './model.ts';
export type { Applied, Refusal, RefusalReason, Touched } from './outcome.ts';
export { apply, applyOps, childrenOf, emptyMap, removedSize, rollback } from './apply.ts';
export { linksAt, threadsOn } from './attached.ts';
export { check } from './check.ts';
export { refuseComments } from './comment-rights.ts';
export { decodeMap } from './decode.ts';
export { emptyDocument } from './empty-document.ts';
export { encodeMap, encodeVisible } from './encode.ts';
export { EMPTY_FIELDS, EMPTY_SETTINGS } from './fields.ts';
export { ghostOf } from './ghost.ts';
export { mapHash } from './hash.ts';
export { newCommentId, newItemId, newLinkId, newThreadId, parseItemId, parseLinkId } from './identity.ts';
export { LIMITS } from './limits.ts';
export { orderBetween, Orders, ordersBetween } from './order.ts';
export { areTooLarge, filterOps, NO_OPS, parseChange, parseOps } from './parse.ts';
export { composeOps } from './compose.ts';
export { Footprint } from './ops/footprint.ts';
export { isAboutComments } from './ops/role.ts';
export { wordsOf } from './ops/words.ts';
export { withoutOverwritten } from './ops/undo-claims.ts';
export { isTextual, Rebase, type TextualOp, transformOps } from './transform.ts';
export { decodeChange, decodeChanges, encodeChange, encodeChanges } from './change-line.ts';
