import type { Op } from '../changes/change.ts';
import { add, addTrial } from './add.ts';
import { comment, commentTrial } from './comment.ts';
import { editComment, editCommentTrial } from './edit-comment.ts';
import type { OpKind } from './kind.ts';
import { link, linkTrial } from './link.ts';
import { move, moveTrial } from './move.ts';
import { remove, removeTrial } from './remove.ts';
import { resolve, resolveTrial } from './resolve.ts';
import { restore, restoreTrial } from './restore.ts';
import { set, setTrial } from './set.ts';
import { settings, settingsTrial } from './settings.ts';
import { splice, spliceTrial } from './splice.ts';
import type { Trial } from './parts/trial.ts';
import { unlink, unlinkTrial } from './unlink.ts';

// Every kind of op. The compiler asks both tables for each.

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
  settings: settingsTrial,
  restore: restoreTrial,
};

/** What there is to know about the kind of this op. */
export function kindOf(op: Op): OpKind<Op> {
  return KINDS[op.kind];
}

/** The kind of this name, whatever it is; undefined: there is none. */
export function kindNamed(name: unknown): KindToParse | undefined {
  return BY_NAME.get(name);
}
