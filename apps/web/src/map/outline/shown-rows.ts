import type { Editor, EditorSnapshot } from '@bough/editor';

// Which rows of the outline are there. What is folded in it is its own matter: the map is asked only when the outline opens.

export type OutlineItem = NonNullable<EditorSnapshot['focused']>;
export type ItemName = OutlineItem['id'];
export type Row = ReturnType<Editor['outline']>[number];

/** One row that is shown, and its place among its siblings from 1. */
export interface ShownRow {
  readonly item: OutlineItem;
  readonly level: number;
  readonly place: number;
  readonly of: number;
  /** null: nothing is below it. */
  readonly isFolded: boolean | null;
}

/** What the person sees folded on the map. */
export function foldedOnMap(rows: readonly Row[], isFolded: (item: OutlineItem) => boolean): ReadonlySet<ItemName> {
  return new Set(rows.flatMap(({ item }) => (isFolded(item) ? [item.id] : [])));
}

/** The rows that no fold hides, in the order of the tree. */
export function shownRows(rows: readonly Row[], folded: ReadonlySet<ItemName>): readonly ShownRow[] {
  const siblings = new Map<ItemName | null, number>();
  for (const { item } of rows) siblings.set(item.parent, (siblings.get(item.parent) ?? 0) + 1);
  const placed = new Map<ItemName | null, number>();
  const shown: ShownRow[] = [];
  let deepest = Infinity;
  for (const { item, level } of rows) {
    const place = (placed.get(item.parent) ?? 0) + 1;
    placed.set(item.parent, place);
    if (level > deepest) continue;
    const isFolded = siblings.has(item.id) ? folded.has(item.id) : null;
    deepest = isFolded === true ? level : Infinity;
    shown.push({ item, level, place, of: siblings.get(item.parent) ?? 1, isFolded });
  }
  return shown;
}

/** The same folds without those that hide the item; the same object when none does. */
export function unfoldedTo(
  rows: readonly Row[],
  id: ItemName | null,
  folded: ReadonlySet<ItemName>,
): ReadonlySet<ItemName> {
  const above = new Set<ItemName>();
  const at = rows.findIndex(({ item }) => item.id === id);
  let wanted = rows[at]?.item.parent ?? null;
  for (let i = at - 1; i >= 0 && wanted !== null; i--) {
    const item = rows[i]?.item;
    if (item === undefined || item.id !== wanted) continue;
    if (folded.has(item.id)) above.add(item.id);
    wanted = item.parent;
  }
  return above.size === 0 ? folded : new Set([...folded].filter((one) => !above.has(one)));
}

/** Whether the row stands somewhere below that item. */
export function isRowBelow(rows: readonly Row[], id: ItemName | null, above: ItemName): boolean {
  return id !== above && unfoldedTo(rows, id, new Set([above])).size === 0;
}
