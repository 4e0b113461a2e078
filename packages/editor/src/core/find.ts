import type { ItemId, MindMap } from '@bough/map';
import { rowsInOrder } from '../commands/edits/tree-walk.ts';
import type { State } from './state.ts';

/** The text as find compares it: without case and without accents. */
function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Whether a text has the words, compared as find does. */
export function matcherOf(query: string): (text: string) => boolean {
  const wanted = folded(query.trim());
  return (text) => folded(text).includes(wanted);
}

/** Items whose text or note has the words, in the order of the tree; nothing for an empty query. */
export function findItems(map: MindMap, query: string): ItemId[] {
  if (query.trim() === '') return [];
  const has = matcherOf(query);
  return rowsInOrder(map).flatMap(({ item: { id, text, note } }) => (has(text) || has(note) ? [id] : []));
}

/** The place in the list to look at next, around the end; -1 when there is nothing. */
function stepIn(length: number, at: number, by: 1 | -1): number {
  return length === 0 ? -1 : (Math.max(at, by === 1 ? -1 : 0) + by + length) % length;
}

/** The same with these words looked for, as one types; null: nothing is looked for. */
export function searched(state: State, map: MindMap, query: string | null): State {
  if (query === null) return { ...state, find: null };
  const found = findItems(map, query);
  return { ...state, find: { query, found, at: found.length === 0 ? -1 : 0 } };
}

/** The same at the next match, or at the one before. */
export function steppedIn(state: State, by: 1 | -1): State {
  const { find } = state;
  return find === null ? state : { ...state, find: { ...find, at: stepIn(find.found.length, find.at, by) } };
}
