import { unreachable } from '@bough/base';
import type { Add, Op, Splice } from './change.ts';
import { LIMITS } from './limits.ts';
import { composeEdits, applyEdit, editOf, splicesOf } from './text-edit.ts';

/**
 * One list of ops that does what `a` and then `b` do, no longer than `a`; or null when that is not one and the same action going
 * on. Typing becomes one splice, dragging one move, filling in a new item its adding. For maps on which both apply.
 */
export function composeOps(a: readonly Op[], b: readonly Op[]): Op[] | null {
  const out = [...a];
  for (const op of b) {
    const at = targetIn(out, op);
    const before = out[at];
    const merged = before === undefined ? null : compose(before, op, out.length === 1);
    if (merged === null) return null;
    out[at] = merged;
  }
  return out;
}

/** The only op that `op` can go into: the one on the same thing, when nothing else in the list is about that thing. */
function targetIn(ops: readonly Op[], op: Op): number {
  const subject = subjectOf(op);
  let found = -1;
  for (let i = 0; i < ops.length; i++) {
    const other = ops[i];
    if (other === undefined || subjectOf(other) !== subject) continue;
    if (found !== -1) return -1;
    found = i;
  }
  return found;
}

function subjectOf(op: Op): string {
  switch (op.kind) {
    case 'add':
    case 'set':
    case 'move':
    case 'splice':
    case 'remove':
    case 'restore':
      return `item ${op.id}`;
    case 'link':
      return `link ${op.link.id}`;
    case 'unlink':
      return `link ${op.id}`;
    case 'comment':
    case 'edit-comment':
      return `comment ${op.thread} ${op.id}`;
    case 'resolve':
      return `thread ${op.thread}`;
    case 'settings':
      return 'settings';
    default:
      return unreachable(op);
  }
}

function compose(a: Op, b: Op, isAlone: boolean): Op | null {
  if (a.kind === 'add') return composeIntoAdd(a, b, isAlone);
  if (a.kind === 'splice' && b.kind === 'splice') return composeSplices(a, b);
  if (a.kind === 'set' && b.kind === 'set') return { ...a, fields: { ...a.fields, ...b.fields } };
  if (a.kind === 'set' && b.kind === 'splice') {
    const text = splicedText(a.fields[b.field], b);
    return text === null ? null : { ...a, fields: { ...a.fields, [b.field]: text } };
  }
  // Among several moves the order may matter: one may make room for another. Within one parent it does not.
  if (a.kind === 'move' && b.kind === 'move') return isAlone || a.parent === b.parent ? { ...a, ...b } : null;
  if (a.kind === 'link' && b.kind === 'link') return b;
  if (a.kind === 'comment' && b.kind === 'edit-comment') return b.text === null ? null : { ...a, text: b.text };
  if (a.kind === 'edit-comment' && b.kind === 'edit-comment') return a.text === null || b.text === null ? null : b;
  if (a.kind === 'resolve' && b.kind === 'resolve') return b;
  if (a.kind === 'settings' && b.kind === 'settings') return { ...a, fields: { ...a.fields, ...b.fields } };
  return null;
}

function composeIntoAdd(a: Add, b: Op, isAlone: boolean): Op | null {
  if (b.kind === 'set') return { ...a, fields: { ...a.fields, ...b.fields } };
  if (b.kind === 'splice') {
    const text = splicedText(a.fields[b.field] ?? '', b);
    return text === null ? null : { ...a, fields: { ...a.fields, [b.field]: text } };
  }
  if (b.kind !== 'move' || (!isAlone && a.parent !== b.parent)) return null;
  const placed: Add = { ...a, parent: b.parent, order: b.order };
  return b.side === undefined ? placed : { ...placed, fields: { ...a.fields, side: b.side } };
}

function composeSplices(a: Splice, b: Splice): Splice | null {
  if (a.field !== b.field) return null;
  const splices = splicesOf(composeEdits(editOf(a), editOf(b)), a.id, a.field);
  if (splices.length > 1) return null;
  const [merged = { ...a, remove: 0, insert: '' }] = splices;
  return merged.insert.length > LIMITS.text ? null : merged;
}

function splicedText(text: string | undefined, splice: Splice): string | null {
  if (text === undefined || splice.at + splice.remove > text.length) return null;
  const after = applyEdit(text, editOf(splice));
  return after.length > LIMITS[splice.field] ? null : after;
}
