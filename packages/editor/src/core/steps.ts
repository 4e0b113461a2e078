import { childrenOf, type ItemId, type MindMap } from '@bough/map';
import { rowsInOrder } from '../commands/edits/tree-walk.ts';

/** The branches that a presentation goes through: each root as a whole, then every branch that has branches, parents first. */
export function stepsOf(map: MindMap): ItemId[] {
  return rowsInOrder(map).flatMap(({ item: { id }, level }) =>
    level <= 2 || childrenOf(map, id).length > 0 ? [id] : [],
  );
}
