import { err, isShortId, ok, parseClientId, parsePersonId, type Result } from '@bough/base';
import type { Change, Op } from './change.ts';
import { hasExactly, isColour, isPoints, isRecord, isText, problemOfFields, problemOfSettings } from './fields.ts';
import { isRecoveredItem, parseItemId } from './identity.ts';
import { LIMITS } from './limits.ts';
import { isOrderKey } from './order.ts';
import { sizeOfOps } from './size.ts';

// The one gate for ops and changes from outside. Whatever passes has exactly the keys and kinds of value that change.ts says,
// and no text with half a surrogate pair; whether it fits the map at hand is for `apply` to say.

/** The ops that the value is, or one sentence on why it is not a list of ops. The answer shares structure with the value. */
export function parseOps(value: unknown): Result<Op[], string> {
  const problem = problemOfOps(value);
  return problem === null ? ok(value as Op[]) : err(problem);
}

/** The change that the value is, or one sentence on why it is none. */
export function parseChange(value: unknown): Result<Change, string> {
  if (!isRecord(value) || !hasExactly(value, ['client', 'counter', 'author', 'at', 'ops'])) return err('not a change');
  if (parseClientId(value['client']) === null) return err('client is not a client id');
  if (!isCount(value['counter']) || value['counter'] === 0) return err('counter is not a positive whole number');
  const problem = problemOfAuthor(value['author'], value['at']) ?? problemOfOps(value['ops']);
  return problem === null ? ok(value as unknown as Change) : err(problem);
}

/** The same few authors come again and again: those that were found lawful are not taken apart again. */
const lawfulAuthors = new Set<unknown>();
const MOST_AUTHORS = 256;

/** Null when these can be a change's author and time; else what is wrong. */
export function problemOfAuthor(author: unknown, at: unknown): string | null {
  if (!lawfulAuthors.has(author)) {
    if (parsePersonId(author) === null) return 'author is not a person id';
    if (lawfulAuthors.size === MOST_AUTHORS) lawfulAuthors.clear();
    lawfulAuthors.add(author);
  }
  return isCount(at) ? null : 'at is not a time in milliseconds';
}

/** Null when the value is a list of ops; else what is wrong, with the number of the op. */
export function problemOfOps(value: unknown): string | null {
  if (!Array.isArray(value)) return 'ops are not a list';
  if (value.length > LIMITS.ops) return `more than ${LIMITS.ops} ops`;
  for (let i = 0; i < value.length; i++) {
    const problem = problemOfOp(value[i]);
    if (problem !== null) return `op ${i}: ${problem}`;
  }
  if (sizeOfOps(value as Op[]) > LIMITS.change) return 'the change is larger than a change may be';
  return null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0);
}

type RawOp = Readonly<Record<string, unknown>>;

function problemOfOp(op: unknown): string | null {
  if (!isRecord(op)) return 'not an object';
  switch (op['kind']) {
    case 'add':
      return problemOfAdd(op);
    case 'set':
      if (!hasExactly(op, ['kind', 'id', 'fields'])) return 'other keys than a set has';
      return parseItemId(op['id']) === null ? 'id is not an item id' : problemOfFields(op['fields']);
    case 'move':
      return problemOfMove(op);
    case 'splice':
      return problemOfSplice(op);
    case 'remove':
      if (!hasExactly(op, ['kind', 'id'])) return 'other keys than a remove has';
      return parseItemId(op['id']) === null ? 'id is not an item id' : null;
    case 'restore':
      if (!hasExactly(op, ['kind', 'id', 'parent', 'order'])) return 'other keys than a restore has';
      return problemOfPlace(op);
    case 'link':
      return hasExactly(op, ['kind', 'link']) ? problemOfLink(op['link']) : 'other keys than a link has';
    case 'unlink':
      if (!hasExactly(op, ['kind', 'id'])) return 'other keys than an unlink has';
      return isShortId(op['id']) ? null : 'id is not a link id';
    case 'comment':
      return problemOfComment(op);
    case 'edit-comment':
      return problemOfEditComment(op);
    case 'resolve':
      if (!hasExactly(op, ['kind', 'thread', 'isResolved'])) return 'other keys than a resolve has';
      if (!isShortId(op['thread'])) return 'thread is not a thread id';
      return typeof op['isResolved'] === 'boolean' ? null : 'isResolved is neither true nor false';
    case 'settings':
      return hasExactly(op, ['kind', 'fields']) ? problemOfSettings(op['fields']) : 'other keys than settings have';
    default:
      return 'no such kind of op';
  }
}

function problemOfPlace(op: RawOp): string | null {
  if (parseItemId(op['id']) === null) return 'id is not an item id';
  if (op['parent'] !== null && parseItemId(op['parent']) === null) return 'parent is not an item id';
  return isOrderKey(op['order']) ? null : 'order is not an order key';
}

function problemOfAdd(op: RawOp): string | null {
  if (!hasExactly(op, ['kind', 'id', 'parent', 'order', 'fields'])) return 'other keys than an add has';
  const problem = problemOfPlace(op) ?? problemOfFields(op['fields']);
  if (problem !== null) return problem;
  const id = parseItemId(op['id']);
  return id !== null && isRecoveredItem(id) ? 'ids of this form are kept for what is recovered' : null;
}

function problemOfMove(op: RawOp): string | null {
  const side = op['side'];
  const keys = 'side' in op ? ['kind', 'id', 'parent', 'order', 'side'] : ['kind', 'id', 'parent', 'order'];
  if (!hasExactly(op, keys)) return 'other keys than a move has';
  if ('side' in op && side !== null && side !== 'left' && side !== 'right') return 'no such side';
  return problemOfPlace(op);
}

function problemOfSplice(op: RawOp): string | null {
  if (!hasExactly(op, ['kind', 'id', 'field', 'at', 'remove', 'insert'])) return 'other keys than a splice has';
  if (parseItemId(op['id']) === null) return 'id is not an item id';
  if (op['field'] !== 'text' && op['field'] !== 'note') return 'no such text';
  if (!isCount(op['at']) || !isCount(op['remove'])) return 'at or remove is not a whole number';
  return isText(op['insert'], LIMITS.text) ? null : 'insert is not a well-formed text of lawful length';
}

/** Null when the value is a whole link; else what is wrong. */
export function problemOfLink(link: unknown): string | null {
  if (!isRecord(link)) return 'the link is not an object';
  if (!hasExactly(link, ['id', 'from', 'to', 'label', 'colour', 'arrow', 'points']))
    return 'other keys than a link has';
  if (!isShortId(link['id'])) return 'id is not a link id';
  if (parseItemId(link['from']) === null || parseItemId(link['to']) === null) return 'an end is not an item id';
  if (link['from'] === link['to']) return 'both ends are the same item';
  if (!isText(link['label'], LIMITS.label)) return 'label is not a well-formed text of lawful length';
  if (!isColour(link['colour'])) return 'colour cannot hold that';
  if (link['arrow'] !== 'none' && link['arrow'] !== 'end' && link['arrow'] !== 'both') return 'no such arrow';
  return isPoints(link['points']) ? null : 'points cannot hold that';
}

function problemOfComment(op: RawOp): string | null {
  if (!hasExactly(op, ['kind', 'thread', 'item', 'id', 'text'])) return 'other keys than a comment has';
  if (!isShortId(op['thread'])) return 'thread is not a thread id';
  if (parseItemId(op['item']) === null) return 'item is not an item id';
  if (!isShortId(op['id'])) return 'id is not a comment id';
  return isText(op['text'], LIMITS.comment) ? null : 'text is not a well-formed text of lawful length';
}

function problemOfEditComment(op: RawOp): string | null {
  if (!hasExactly(op, ['kind', 'thread', 'id', 'text'])) return 'other keys than an edit of a comment has';
  if (!isShortId(op['thread'])) return 'thread is not a thread id';
  if (!isShortId(op['id'])) return 'id is not a comment id';
  return op['text'] === null || isText(op['text'], LIMITS.comment)
    ? null
    : 'text is not a well-formed text of lawful length';
}
