import type { Change, Op } from './change.ts';
import { assert, err, isRecord, ok, type Result, tryJson } from '@bough/base';
import { isList } from '../model/values.ts';
import type { OpKind } from '../ops/kind.ts';
import { KINDS } from '../ops/table.ts';
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
// A kind's letters and keys are those of its OpKind. A change that was parsed gives the same line again. New kinds of op take new
// letters; these never change their meaning.

/** How the ops stand in a line that have one letter. */
interface Form {
  readonly letter: string;
  readonly kind: string;
  /** The keys in the order of the kind's shape, but for those of which the letter says the value. */
  readonly keys: readonly string[];
  readonly said: readonly (readonly [string, unknown])[];
  /** Ops of this letter with nothing in them: with all keys, and without the last where that may be left out. Ops are copies of them. */
  readonly whole: Readonly<Record<string, unknown>>;
  readonly brief: Readonly<Record<string, unknown>> | null;
}

const FORMS: readonly Form[] = /* @__PURE__ */ formsOfKinds();
const FORMS_BY_LETTER: ReadonlyMap<unknown, Form> = /* @__PURE__ */ new Map(FORMS.map((form) => [form.letter, form]));
const FORMS_BY_KIND: ReadonlyMap<string, readonly Form[]> = /* @__PURE__ */ Map.groupBy(FORMS, ({ kind }) => kind);

function formsOfKinds(): Form[] {
  const kinds: readonly (readonly [string, OpKind<Op>])[] = Object.entries(KINDS);
  return kinds.flatMap(([kind, { letters, shape, optional }]) =>
    Object.entries(letters).map(([letter, said]): Form => {
      const names = Object.keys(shape);
      const given = new Map(Object.entries<unknown>(said));
      const withKeys = (keys: readonly string[]): Readonly<Record<string, unknown>> =>
        Object.fromEntries([['kind', kind], ...keys.map((key): [string, unknown] => [key, given.get(key)])]);
      return {
        letter,
        kind,
        keys: names.filter((key) => !given.has(key)),
        said: [...given],
        whole: withKeys(names),
        brief: optional === undefined ? null : withKeys(names.filter((key) => key !== optional)),
      };
    }),
  );
}

/** The change as a line. */
export function encodeChange(change: Change): string {
  const { client, counter, author, at, ops } = change;
  return JSON.stringify([client, counter, author, at, ...ops.map(shortOp)]);
}

/** The change that the line is, fully checked; or one sentence on why it is none. */
export function decodeChange(line: string): Result<Change, string> {
  const value = tryJson(line);
  if (value === undefined) return err('not JSON');
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
  assert(isRecord(op), 'an op is an object');
  for (const { letter, keys, said } of FORMS_BY_KIND.get(op.kind) ?? []) {
    if (said.some(([key, value]) => op[key] !== value)) continue;
    const short: unknown[] = [letter];
    for (const key of keys) if (key in op) short.push(op[key]);
    return short;
  }
  throw new TypeError(`no letter stands for this ${op.kind}`);
}

/** The op behind its short form, unchecked; null when there is none of this letter and length. */
function longOp(short: unknown): unknown {
  if (!isList(short)) return null;
  const form = FORMS_BY_LETTER.get(short[0]);
  if (form === undefined) return null;
  const { keys, whole, brief } = form;
  const count = short.length - 1;
  const empty = count === keys.length ? whole : count === keys.length - 1 ? brief : null;
  if (empty === null) return null;
  const op: Record<string, unknown> = { ...empty };
  let at = 1;
  for (const key of keys) if (at <= count) op[key] = short[at++];
  return op;
}
