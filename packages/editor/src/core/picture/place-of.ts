import type { ItemId } from '@bough/map';
import type { Spot } from '@bough/scene';
import type { Context } from '../context.ts';

/** From where something is told: the place of the item, or of what it is folded into here; null: it has not come yet. */
export function placeOf(item: ItemId | null, { map, layout }: Pick<Context, 'map' | 'layout'>): Spot | null {
  if (item === null) return { x: 0, y: 0 };
  for (let at: ItemId | null = item; at !== null; at = map.items.get(at)?.parent ?? null) {
    const box = layout.box(at);
    if (box !== null) return box.entry;
  }
  return null;
}
