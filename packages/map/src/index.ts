export type { Change, NumberedChange, Op, ParsedOps } from './changes/change.ts';
export type {
  Comment,
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
  Sign,
  Thread,
  ThreadId,
} from './model/model.ts';
export type { Applied, Refusal, RefusalReason, Touched } from './apply/outcome.ts';
export { apply, applyOps, childrenOf, emptyMap, removedItem, removedSize, rollback } from './apply/apply.ts';
export { chatOf, linksAt, threadsOn } from './state/attached.ts';
export { check } from './apply/check.ts';
export { refuseComments } from './changes/comment-rights.ts';
export { decodeMap } from './stored/decode.ts';
export { emptyDocument } from './stored/empty-document.ts';
export { encodeMap, encodeVisible } from './stored/encode.ts';
export { EMPTY_FIELDS, EMPTY_SETTINGS } from './model/fields.ts';
export { ghostOf } from './changes/ghost.ts';
export { mapHash } from './stored/hash.ts';
export {
  isRecoveredItem,
  newCommentId,
  newItemId,
  newLinkId,
  newThreadId,
  parseItemId,
  parseLinkId,
} from './model/identity.ts';
export { LIMITS } from './model/limits.ts';
export { SIGNS } from './model/reactions.ts';
export { orderBetween, Orders, ordersBetween } from './model/order.ts';
export { areTooLarge, filterOps, NO_OPS, parseChange, parseOps } from './changes/parse.ts';
export { composeOps } from './changes/compose.ts';
export { Footprint } from './ops/derived/footprint.ts';
export { isAboutComments } from './ops/derived/role.ts';
export { wordsOf } from './ops/derived/words.ts';
export { withoutOverwritten } from './ops/derived/undo-claims.ts';
export { isTextual, Rebase, type TextualOp, transformOps } from './changes/transform.ts';
export { decodeChange, decodeChanges, encodeChange, encodeChanges } from './changes/change-line.ts';
