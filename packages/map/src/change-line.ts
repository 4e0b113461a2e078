import { err, ok, type Result, unreachable } from '@bough/base';
import type { Change, Op } from './change.ts';
import { isList } from './fields.ts';
import { parseChange } from './parse.ts';

// A change as one line of JSON without line breaks, for logs: the names of keys are left out, and what one client's changes have
// in common stands together, in front, where compression finds it.
//
//   [client, counter, author, at, op, op, ...]
//
//   ["a", id, parent, order, fields]    add           ["l", link]                       link
//   ["s", id, fields]                   set           ["u", id]                         unlink
//   ["m", id, parent, order, side?]     move          ["c", thread, item, id, text]     comment
//   ["t", id, at, remove, insert]       splice text   ["e", thread, id, text]           edit-comment
//   ["n", id, at, remove, insert]       splice note   ["v", thread, isResolved]         resolve
//   ["r", id]                           remove        ["g", fields]                     settings
//   ["b", id, parent, order]            restore
//
// A change that was parsed gives the same line again. New kinds of op take new letters; these never change their meaning.

/** The change as a line. */
export function encodeChange(change: Change): string {
  const { client, counter, author, at, ops } = change;
  return JSON.stringify([client, counter, author, at, ...ops.map(shortOp)]);
}

/** The change that the line is, fully checked; or one sentence on why it is none. */
export function decodeChange(line: string): Result<Change, string> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return err('not JSON');
  }
  if (!isList(value)) return err('not a list');
  const ops: unknown[] = [];
  for (let i = 4; i < value.length; i++) {
    const op = longOp(value[i]);
    if (op === null) return err(`op ${ops.length}: no such op`);
    ops.push(op);
  }
  return parseChange({ client: value[0], counter: value[1], author: value[2], at: value[3], ops });
}

/** Several changes, one line each. */
export function encodeChanges(changes: readonly Change[]): string {
  return changes.map(encodeChange).join('\n');
}

/** The changes that the lines are; or what is wrong with the first that is none. An empty text is no change at all. */
export function decodeChanges(text: string): Result<Change[], string> {
  const changes: Change[] = [];
  if (text === '') return ok(changes);
  for (const line of text.split('\n')) {
    const read = decodeChange(line);
    if (!read.ok) return err(`line ${changes.length + 1}: ${read.error}`);
    changes.push(read.value);
  }
  return ok(changes);
}

function shortOp(op: Op): readonly unknown[] {
  switch (op.kind) {
    case 'add':
      return ['a', op.id, op.parent, op.order, op.fields];
    case 'set':
      return ['s', op.id, op.fields];
    case 'move':
      return op.side === undefined ? ['m', op.id, op.parent, op.order] : ['m', op.id, op.parent, op.order, op.side];
    case 'splice':
      return [op.field === 'text' ? 't' : 'n', op.id, op.at, op.remove, op.insert];
    case 'remove':
      return ['r', op.id];
    case 'restore':
      return ['b', op.id, op.parent, op.order];
    case 'link':
      return ['l', op.link];
    case 'unlink':
      return ['u', op.id];
    case 'comment':
      return ['c', op.thread, op.item, op.id, op.text];
    case 'edit-comment':
      return ['e', op.thread, op.id, op.text];
    case 'resolve':
      return ['v', op.thread, op.isResolved];
    case 'settings':
      return ['g', op.fields];
    default:
      return unreachable(op);
  }
}

/** The op behind its short form, unchecked; null when there is none of this letter and length. */
function longOp(short: unknown): unknown {
  if (!isList(short)) return null;
  const [letter, a, b, c, d] = short;
  switch (`${typeof letter === 'string' ? letter : ''}${short.length}`) {
    case 'a5':
      return { kind: 'add', id: a, parent: b, order: c, fields: d };
    case 's3':
      return { kind: 'set', id: a, fields: b };
    case 'm4':
      return { kind: 'move', id: a, parent: b, order: c };
    case 'm5':
      return { kind: 'move', id: a, parent: b, order: c, side: d };
    case 't5':
      return { kind: 'splice', id: a, field: 'text', at: b, remove: c, insert: d };
    case 'n5':
      return { kind: 'splice', id: a, field: 'note', at: b, remove: c, insert: d };
    case 'r2':
      return { kind: 'remove', id: a };
    case 'b4':
      return { kind: 'restore', id: a, parent: b, order: c };
    case 'l2':
      return { kind: 'link', link: a };
    case 'u2':
      return { kind: 'unlink', id: a };
    case 'c5':
      return { kind: 'comment', thread: a, item: b, id: c, text: d };
    case 'e4':
      return { kind: 'edit-comment', thread: a, id: b, text: c };
    case 'v3':
      return { kind: 'resolve', thread: a, isResolved: b };
    case 'g2':
      return { kind: 'settings', fields: a };
    default:
      return null;
  }
}
