import { alike } from '../find/matching.ts';
import type { ItemName, OutlineItem } from './shown-rows.ts';

interface Row {
  readonly item: Pick<OutlineItem, 'id' | 'text'>;
}

/** The items whose words have these, in the order of the tree, folded ones too; none for nothing. */
export function hitsIn(rows: readonly Row[], query: string): readonly ItemName[] {
  const wanted = alike(query.trim());
  if (wanted === '') return [];
  return rows.flatMap(({ item }) => (alike(item.text).includes(wanted) ? [item.id] : []));
}

/** The first hit that does not stand before this item, or the first of all; null: there is none. */
export function hitFrom(rows: readonly Row[], hits: readonly ItemName[], from: ItemName | null): ItemName | null {
  const isHit = new Set(hits);
  const at = rows.findIndex(({ item }) => item.id === from);
  return rows.slice(Math.max(0, at)).find(({ item }) => isHit.has(item.id))?.item.id ?? hits[0] ?? null;
}

/** The hit after this one, or before it, around the end. */
export function nextHit(hits: readonly ItemName[], at: ItemName | null, by: 1 | -1): ItemName | null {
  const place = at === null ? -1 : hits.indexOf(at);
  const next = place < 0 ? (by === 1 ? 0 : hits.length - 1) : (place + by + hits.length) % hits.length;
  return hits[next] ?? null;
}

/** Where in the words these are, to be selected there; null when they are there only without their accents. */
export function rangeIn(text: string, query: string): readonly [from: number, to: number] | null {
  const [words, wanted] = [text.toLowerCase(), query.trim().toLowerCase()];
  const from = words.indexOf(wanted);
  return wanted === '' || from < 0 || words.length !== text.length ? null : [from, from + wanted.length];
}
