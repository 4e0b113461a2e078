import { childrenOf, type ItemId, type Op } from '@bough/map';
import { orderBeside } from './grow.ts';
import { dropAt } from './rearrange.ts';
import type { Plan, World } from '../world.ts';

// One item moved without its branches (Alt and drag).

/** The item goes by so much, its branches stay where they are seen. */
export function placeAlone(world: World, id: ItemId, dx: number, dy: number): Plan | null {
  const box = world.layout.box(id);
  const offset = box === null ? null : world.layout.offsetAt(id, { x: box.x + dx, y: box.y + dy });
  if (offset === null) return null;
  const ops: Op[] = [{ kind: 'set', id, fields: { offset } }];
  for (const child of childrenOf(world.map, id)) {
    const seen = world.layout.box(child);
    // Offsets are measured from the parent as it stands now: from its new place the same spot lies that much further back.
    const stays = seen === null ? null : world.layout.offsetAt(child, { x: seen.x - dx, y: seen.y - dy });
    if (stays !== null) ops.push({ kind: 'set', id: child, fields: { offset: stays } });
  }
  return { ops, select: [id] };
}

/** The item goes to another place in the tree; its branches take the place that it had. A root with several stays. */
export function dropAlone(world: World, id: ItemId, drop: Parameters<typeof dropAt>[2]): Plan | null {
  const item = world.map.items.get(id);
  const children = childrenOf(world.map, id);
  if (item === undefined || (item.parent === null && children.length > 1)) return null;
  const moved = dropAt(world, new Set([id]), drop);
  if (moved === null) return null;
  const ops: Op[] = [];
  let place = item;
  for (const child of children) {
    const order = orderBeside(world, place, 'after');
    place = { ...item, order };
    ops.push({ kind: 'move', id: child, parent: item.parent, order, side: item.side });
  }
  return { ops: [...ops, ...moved.ops], select: [id] };
}
