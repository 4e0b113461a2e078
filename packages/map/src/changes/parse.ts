import type { Change, Op, ParsedOps } from './change.ts';
import { err, isRecord, ok, parseClientId, parsePersonId, type Result } from '@bough/base';
import { hasExactly } from '../model/values.ts';
import { LIMITS } from '../model/limits.ts';
import { isCount } from '../ops/kind.ts';
import { kindNamed, kindOf, type KindToParse } from '../ops/table.ts';

// The one gate for ops and changes from outside: each process has one border, and there they come through here. Whatever passes has
// exactly the keys and kinds of value that its type says, and no text with half a surrogate pair; whether it fits the map at hand is for
// `apply` to say.

/** The ops that the value is, or one sentence on why it is not a list of ops. The answer shares structure with the value. */
export function parseOps(value: unknown): Result<ParsedOps, string> {
  const problem = problemOfOps(value);
  return problem === null ? ok(value as ParsedOps) : err(problem);
}

/** No ops at all. */
export const NO_OPS = [] as readonly Op[] as ParsedOps;

/** Those of the ops that are kept, still parsed. */
export function filterOps(ops: ParsedOps, isKept: (op: Op) => boolean): ParsedOps {
  return ops.filter(isKept) as readonly Op[] as ParsedOps;
}

/** Whether these are more, or larger, than one change may be: transforming them can have cut one into many. */
export function areTooLarge(ops: readonly Op[]): boolean {
  if (ops.length > LIMITS.ops) return true;
  let size = 0;
  for (const op of ops) size += kindOf(op).size(op);
  return size > LIMITS.change;
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
function problemOfOps(value: unknown): string | null {
  if (!Array.isArray(value)) return 'ops are not a list';
  if (value.length > LIMITS.ops) return `more than ${LIMITS.ops} ops`;
  for (let i = 0; i < value.length; i++) {
    const problem = problemOfOp(value[i]);
    if (problem !== null) return `op ${i}: ${problem}`;
  }
  return areTooLarge(value as Op[]) ? 'the change is larger than a change may be' : null;
}

/** Nearly all ops have their keys in the order of their kind's shape: then one pass over them is enough. */
function problemOfOp(op: unknown): string | null {
  if (!isRecord(op)) return 'not an object';
  const kind = kindNamed(op['kind']);
  if (kind === undefined) return `there is no such kind of op: ${named(op['kind'])}`;
  const { keys, checks } = kind;
  let at = 0;
  for (const key in op) {
    if (key === 'kind') continue;
    if (key !== keys[at]) return problemInAnyOrder(op, kind);
    if (checks[at]?.(op[key]) !== true) return `${key} cannot hold that`;
    at++;
  }
  if (at < keys.length) return problemInAnyOrder(op, kind);
  return kind.problem(op as unknown as Op);
}

function problemInAnyOrder(op: Readonly<Record<string, unknown>>, { keys, checks, optional, problem }: KindToParse) {
  for (const [at, key] of keys.entries()) {
    if (!(key in op)) {
      if (key === optional) continue;
      return `it lacks ${key}`;
    }
    if (checks[at]?.(op[key]) !== true) return `${key} cannot hold that`;
  }
  for (const key in op) if (key !== 'kind' && !keys.includes(key)) return `its kind has no ${named(key)}`;
  return problem(op as unknown as Op);
}

/** A name from outside, short enough for a sentence. */
function named(name: unknown): string {
  return typeof name === 'string' ? JSON.stringify(name.slice(0, 40).toWellFormed()) : typeof name;
}
