export type {
  Add,
  AddComment,
  Change,
  EditComment,
  Move,
  NumberedChange,
  Op,
  PutLink,
  Remove,
  ResolveThread,
  Restore,
  SetFields,
  SetSettings,
  Splice,
  Unlink,
} from './change.ts';
export type {
  Align,
  Comment,
  CommentId,
  Image,
  Item,
  ItemFields,
  ItemId,
  LineStyle,
  Link,
  LinkId,
  MindMap,
  OrderKey,
  Point,
  Settings,
  Shape,
  Side,
  Thread,
  ThreadId,
} from './model.ts';
export type { Applied, Refusal, RefusalReason, Touched } from './outcome.ts';
export { apply, childrenOf, emptyMap, removedSize, rollback } from './apply.ts';
export { linksAt, threadsOn } from './attached.ts';
export { check } from './check.ts';
export { refuseComments } from './comment-rights.ts';
export { decodeMap } from './decode.ts';
export { encodeMap, encodeVisible } from './encode.ts';
export { EMPTY_FIELDS, EMPTY_SETTINGS } from './fields.ts';
export { ghostOf } from './ghost.ts';
export { mapHash } from './hash.ts';
export { isRecoveredItem, newCommentId, newItemId, newLinkId, newThreadId, parseItemId } from './identity.ts';
export { LIMITS } from './limits.ts';
export { isOrderKey, orderBetween, Orders, ordersBetween } from './order.ts';
export { parseChange, parseOps } from './parse.ts';
export { composeOps } from './compose.ts';
export { Rebase, transformOps } from './transform.ts';
export { decodeChange, decodeChanges, encodeChange, encodeChanges } from './change-line.ts';
