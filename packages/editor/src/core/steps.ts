import { childrenOf, type ItemId, type MindMap } from '@bough/map';
import { rowsInOrder } from '../commands/edits/tree-walk.ts';

/** Nobody goes through more slides than that: of a larger map those of its roots and their branches are left, and one goes into what is below. */
const MOST_SLIDES = 60;

/** The branches that a presentation goes through: each root as a whole, then every branch that has branches, parents first. */
export function stepsOf(map: MindMap): ItemId[] {
  const all = rowsInOrder(map).filter(({ item: { id }, level }) => level <= 2 || childrenOf(map, id).length > 0);
  const few = all.length > MOST_SLIDES ? all.filter(({ level }) => level <= 2) : all;
  return few.map(({ item }) => item.id);
}

/** The place of the slide of an item, or of what it stands in; -1: there is none. */
export function stepOver({ items }: MindMap, steps: readonly ItemId[], item: ItemId | null): number {
  let id = item;
  while (id !== null && !steps.includes(id)) id = items.get(id)?.parent ?? null;
  return id === null ? -1 : steps.indexOf(id);
}

/** The slides right below this one that a presentation does not have: branches that have branches. */
export function stepsBelow(map: MindMap, steps: readonly ItemId[], id: ItemId): ItemId[] {
  return childrenOf(map, id).filter((one) => childrenOf(map, one).length > 0 && !steps.includes(one));
}

/** A slide in a list of all: what stands in its item, and on which level that is, from 1. */
interface Slide {
  readonly text: string;
  readonly level: number;
}

export function slidesOf({ items }: MindMap, steps: readonly ItemId[]): readonly Slide[] {
  return steps.map((id) => {
    let level = 0;
    for (let at: ItemId | null = id; at !== null; at = items.get(at)?.parent ?? null) level++;
    return { text: items.get(id)?.text ?? '', level };
  });
}
