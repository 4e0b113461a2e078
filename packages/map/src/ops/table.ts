import type { Op } from '../changes/change.ts';
import { add, addTrial, addSchema } from './add.ts';
import { comment, commentTrial, commentSchema } from './comment.ts';
import { editComment, editCommentTrial, editCommentSchema } from './edit-comment.ts';
import { editMessage, editMessageTrial, editMessageSchema } from './edit-message.ts';
import type { OpKind } from './kind.ts';
import type { OpSchema } from '../schema/parts.ts';
import { link, linkTrial, linkSchema } from './link.ts';
import { message, messageTrial, messageSchema } from './message.ts';
import { move, moveTrial, moveSchema } from './move.ts';
import { react, reactTrial, reactSchema } from './react.ts';
import { remove, removeTrial, removeSchema } from './remove.ts';
import { resolve, resolveTrial, resolveSchema } from './resolve.ts';
import { restore, restoreTrial, restoreSchema } from './restore.ts';
import { set, setTrial, setSchema } from './set.ts';
import { settings, settingsTrial, settingsSchema } from './settings.ts';
import { splice, spliceTrial, spliceSchema } from './splice.ts';
import type { Trial } from './parts/trial.ts';
import { unlink, unlinkTrial, unlinkSchema } from './unlink.ts';

// Every kind of op. The compiler asks each of the tables for it.

type OfKind<K extends Op['kind']> = Extract<Op, { readonly kind: K }>;

/** Every kind of op by its name. */
export const KINDS: { readonly [K in Op['kind']]: OpKind<OfKind<K>> } = {
  add,
  set,
  move,
  splice,
  remove,
  restore,
  link,
  unlink,
  comment,
  'edit-comment': editComment,
  resolve,
  message,
  'edit-message': editMessage,
  react,
  settings,
};

/** A kind as the parser uses it: what its shape says in two lists, since looking keys up in it is what costs. */
export interface KindToParse extends Pick<OpKind<Op>, 'role' | 'optional'> {
  readonly keys: readonly string[];
  readonly checks: readonly ((value: unknown) => boolean)[];
  readonly problem: (op: Op) => string | null;
}

const BY_NAME: ReadonlyMap<unknown, KindToParse> = new Map(
  Object.entries<OpKind<Op>>(KINDS).map(([name, kind]) => [name, toParse(kind)]),
);

function toParse(kind: OpKind<Op>): KindToParse {
  const { shape, role, optional = '' } = kind;
  const problem = (op: Op): string | null => kind.problem?.(op) ?? null;
  return { keys: Object.keys(shape), checks: Object.values(shape), role, optional, problem };
}

/** What the laws try each kind with. Nothing that ships reads it, so it is in no bundle. */
export const TRIALS: { readonly [K in Op['kind']]: Trial<OfKind<K>> } = {
  add: addTrial,
  set: setTrial,
  move: moveTrial,
  splice: spliceTrial,
  remove: removeTrial,
  link: linkTrial,
  unlink: unlinkTrial,
  comment: commentTrial,
  'edit-comment': editCommentTrial,
  resolve: resolveTrial,
  message: messageTrial,
  'edit-message': editMessageTrial,
  react: reactTrial,
  settings: settingsTrial,
  restore: restoreTrial,
};

/** How the API's document describes each kind. */
export const OP_SCHEMAS: { readonly [K in Op['kind']]: OpSchema<OfKind<K>> } = {
  add: addSchema,
  set: setSchema,
  move: moveSchema,
  splice: spliceSchema,
  remove: removeSchema,
  restore: restoreSchema,
  link: linkSchema,
  unlink: unlinkSchema,
  comment: commentSchema,
  'edit-comment': editCommentSchema,
  resolve: resolveSchema,
  message: messageSchema,
  'edit-message': editMessageSchema,
  react: reactSchema,
  settings: settingsSchema,
};

/** What there is to know about the kind of this op. */
export function kindOf(op: Op): OpKind<Op> {
  return KINDS[op.kind];
}

/** The kind of this name, whatever it is; undefined: there is none. */
export function kindNamed(name: unknown): KindToParse | undefined {
  return BY_NAME.get(name);
}
