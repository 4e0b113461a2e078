import type { ItemId } from '@bough/map';

/** What is selected, in the order in which it was; keys act on `focus`, the last one. */
export interface Selection {
  readonly ids: ReadonlySet<ItemId>;
  readonly focus: ItemId | null;
  /** All that was selected has been removed, and nothing was chosen since. */
  readonly isBereft?: boolean;
}

/** Nothing selected. */
export const NOTHING: Selection = { ids: new Set(), focus: null };

/** These, the last one focused. */
export function selectionOf(ids: Iterable<ItemId>): Selection {
  const set = new Set(ids);
  return { ids: set, focus: [...set].at(-1) ?? null };
}

/** With the item if it was not in it, without it if it was. */
export function toggled(selection: Selection, id: ItemId): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return selectionOf(ids);
}

/** With these too; the last one of them is focused, wherever it stood before. */
export function extended(selection: Selection, more: Iterable<ItemId>): Selection {
  const ids = new Set(selection.ids);
  for (const id of more) {
    ids.delete(id);
    ids.add(id);
  }
  return selectionOf(ids);
}

/** Only what `isThere` says is there; the same object when all is. */
export function pruned(selection: Selection, isThere: (id: ItemId) => boolean): Selection {
  for (const id of selection.ids) {
    if (isThere(id)) continue;
    const left = selectionOf([...selection.ids].filter((one) => isThere(one)));
    return left.focus === null ? { ...left, isBereft: true } : left;
  }
  return selection;
}
