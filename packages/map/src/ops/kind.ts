import type { Op } from '../changes/change.ts';
import { isShortId } from '@bough/base';
import type { ItemId } from '../model/model.ts';
import { THING } from '../model/size.ts';
import type { No, Step } from '../apply/step.ts';
import type { UndoClaims } from './parts/claims.ts';
import type { Tally } from './parts/tally.ts';

// What there is to know about a kind of operation. Each kind is one file, with its type, its OpKind, and its Trial for the laws;
// table.ts lists them, and nothing else has to know that a kind exists.

/** Whether a key may hold the value. */
type Check = (value: unknown) => boolean;

/** All that apply, the parser, lines of the log, undo and the socket's room know of the ops of one kind. */
export interface OpKind<O extends { readonly kind: string }> {
  /** Its keys but for `kind`, in the order in which they stand in a line, and what each may hold. */
  readonly shape: { readonly [K in Exclude<keyof O, 'kind'>]-?: Check };
  /** The last key, when an op may lack it. */
  readonly optional?: string;
  /** What is wrong with an op of the right shape; null: nothing. */
  problem?(op: O): string | null;
  /** The letters that stand for it in lines, which never change their meaning; each with the keys whose values it says. */
  readonly letters: Readonly<Record<string, Partial<O>>>;
  /** What somebody must be allowed to do to send it: a kind for 'comment' changes comments and nothing else. */
  readonly role: 'edit' | 'comment';
  /** How far its order matters: among ops of the same names, among all that move, or among all ops. */
  reach(op: O): 'names' | 'moves' | 'removes';
  /** What the op depends on and writes to. */
  names(op: O): readonly string[];
  /** Its size, in the units of LIMITS.change. */
  size(op: O): number;
  /** What a person wrote in it: told to them when the change is refused. */
  words(op: O): readonly (string | null | undefined)[];
  /** Counts it for those who are told what was done. */
  tell(tally: Tally, op: O): unknown;
  /** Changes the map and pushes the inverse; or answers why not. */
  apply(step: Step, op: O): No | null;
  /** What it acts on, for `compose`: only ops on the same thing go into one another. */
  target(op: O): string;
  /** One op that does what `a` and then `b`, which has the same target, do; null when they are not one action. */
  compose(a: O, b: Op, isAlone: boolean): Op | null;
  /** Somebody else did this: what of it another person's undo must leave alone. */
  claim(claims: UndoClaims, op: O): unknown;
  /** What is left of it when it stands in an inverse: the op itself, a part of it, or null. */
  left(claims: UndoClaims, op: O): Op | null;
}

// Parts that several kinds have.

/** An id of an item, a link, a thread or a comment. */
export const isId: Check = isShortId;

/** An item's id, or null for none. */
export const isIdOrNull: Check = (value) => value === null || isShortId(value);

/** A whole number from 0. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0);
}

/** true or false. */
export const isFlag: Check = (value) => typeof value === 'boolean';

/** It acts on what it names alone. */
export const byNames = () => 'names' as const;
/** The op writes to the item that it names. */
export const itsId = (op: { readonly id: string }): readonly string[] => [op.id];
/** It puts the item somewhere. */
export const itsPlace = ({ id, parent }: { readonly id: string; readonly parent: string | null }): readonly string[] =>
  parent === null ? [id] : [id, parent];
/** It acts on the item. */
export const theItem = (op: { readonly id: ItemId }): string => `item ${op.id}`;
/** It holds no text. */
export const oneThing = (): number => THING;
/** Nobody wrote anything in it. */
export const noWords = (): readonly string[] => [];
/** It is never one action with what comes next. */
export const notComposed = (): null => null;
/** It keeps nobody from undoing. */
export const noClaim = (): void => undefined;
/** It is undone whatever others did. */
export const whole = (_: UndoClaims, op: Op): Op => op;
