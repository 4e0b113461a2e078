import type { Op, ParsedOps } from '../changes/change.ts';
import { must, type PersonId } from '@bough/base';
import { applyOps, emptyMap } from '../apply/apply.ts';
import type { CommentId, ItemFields, ItemId, LinkId, MindMap, ThreadId } from '../model/model.ts';
import type { Applied, Refusal } from '../apply/outcome.ts';
import { parseOps } from '../changes/parse.ts';

/** Ids that read well in a test: the name, filled up to 12 characters. */
export const itemId = (name: string): ItemId => name.padEnd(12, '-') as ItemId;
export const linkId = (name: string): LinkId => name.padEnd(12, '-') as LinkId;
export const threadId = (name: string): ThreadId => name.padEnd(12, '-') as ThreadId;
export const commentId = (name: string): CommentId => name.padEnd(12, '-') as CommentId;

/** Two people, whose ids are lawful. */
export const ANN = 'AYvP5WgAceuN5Y5FxXV8FA' as PersonId;
export const BEN = 'AYvP5WgAcfKJtz6Rb-xUyQ' as PersonId;

/** Ops as they are behind a border. */
export function parsed(...ops: readonly Op[]): ParsedOps {
  return must(parseOps(ops));
}

/** Applies ops that must apply. */
export function edit(map: MindMap, ...ops: Op[]): Applied {
  return must(applyOps(map, { author: ANN, at: 1_700_000_000_000, ops }));
}

/** Applies ops that must not, and answers why not. */
export function refusal(map: MindMap, ...ops: Op[]): Refusal {
  const outcome = applyOps(map, { author: ANN, at: 1_700_000_000_000, ops });
  if (outcome.ok) throw new Error('this had to be refused');
  return outcome.error;
}

/** An `add` whose text is its name. */
export function add(name: string, parent: string | null, order = 'a0', fields: Partial<ItemFields> = {}): Op {
  const above = parent === null ? null : itemId(parent);
  return { kind: 'add', id: itemId(name), parent: above, order, fields: { text: name, ...fields } };
}

/** A map of such items, given as `name: parent`. */
export function mapOf(tree: Readonly<Record<string, string | null>>): MindMap {
  const map = emptyMap();
  for (const [name, parent] of Object.entries(tree)) edit(map, add(name, parent));
  return map;
}
