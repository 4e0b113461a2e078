import { childrenOf, type ItemId, type MindMap } from '@bough/map';
import type { Layout } from '@bough/layout';
import type { Rect, Scene } from '@bough/scene';

/** The picture of one branch alone, where it stands on the map: its items, and the links between them. */
export function branchScene(map: MindMap, layout: Layout, branch: ItemId): Scene {
  const bounds = layout.subtreeBounds(branch);
  const items = new Set<string>(below(map, branch));
  for (const [id, { from, to }] of map.links) if (items.has(from) && items.has(to)) items.add(id);
  return {
    bounds: () => bounds,
    visible: (rect: Rect) =>
      layout.scene
        .visible(rect)
        .filter(({ group }) => items.has(group.id))
        // The line from above leads to what is not in the picture.
        .map((placed) => (placed.group.id === branch ? { ...placed, group: { ...placed.group, under: [] } } : placed)),
    hit: () => null,
    takeDamage: () => null,
  };
}

function below(map: MindMap, branch: ItemId): ItemId[] {
  const found: ItemId[] = [];
  const work = [branch];
  for (let id = work.pop(); id !== undefined; id = work.pop()) {
    found.push(id);
    work.push(...childrenOf(map, id));
  }
  return found;
}
