import type { MapId } from '@bough/base';

/** The maps that are marked, to do something with all of them; `from` is the one that a range begins at. */
export interface Marks {
  readonly ids: ReadonlySet<MapId>;
  readonly from: MapId | null;
}

export const NO_MARKS: Marks = { ids: new Set(), from: null };

/** The map marked, or not any more. */
export function toggled({ ids }: Marks, id: MapId): Marks {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, from: id };
}

/** All maps of the list from where the range begins to this one, beside those that were marked before. */
export function upTo({ ids, from }: Marks, id: MapId, list: readonly MapId[]): Marks {
  const [a, b] = [list.indexOf(from ?? id), list.indexOf(id)];
  const start = a < 0 ? b : a;
  const range = list.slice(Math.min(start, b), Math.max(start, b) + 1);
  return { ids: new Set([...ids, ...range]), from: from ?? id };
}

/** All of the list. */
export function allOf(list: readonly MapId[]): Marks {
  return { ids: new Set(list), from: list[0] ?? null };
}

/** What is marked and still in the list, in its order: what was moved away is not acted on. */
export function markedIn<M extends { readonly id: MapId }>({ ids }: Marks, list: readonly M[]): readonly M[] {
  return list.filter(({ id }) => ids.has(id));
}

/** How a map was pressed. */
export interface Press {
  readonly isToggling: boolean;
  readonly isExtending: boolean;
}

/** What a press on a map marks; null: it opens the map, as ever. While something is marked, every press marks. */
export function pressed(marks: Marks, id: MapId, list: readonly MapId[], press: Press): Marks | null {
  if (press.isExtending) return upTo(marks, id, list);
  return press.isToggling || marks.ids.size > 0 ? toggled(marks, id) : null;
}
