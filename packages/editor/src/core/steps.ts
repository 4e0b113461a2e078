import { childrenOf, type ItemId, type MindMap } from '@bough/map';

/** The branches that a presentation goes through: each root as a whole, then every branch that has branches, parents first. */
export function stepsOf(map: MindMap): ItemId[] {
  const steps: ItemId[] = [];
  const waiting = [...childrenOf(map, null)].toReversed();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const children = childrenOf(map, id);
    const depth = depthOf(map, id);
    if (depth <= 1 || children.length > 0) steps.push(id);
    waiting.push(...children.toReversed());
  }
  return steps;
}

function depthOf(map: MindMap, id: ItemId): number {
  let depth = 0;
  for (let at = map.items.get(id)?.parent ?? null; at !== null; at = map.items.get(at)?.parent ?? null) depth++;
  return depth;
}
