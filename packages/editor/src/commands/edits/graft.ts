import type { ItemId, Op } from '@bough/map';
import { fieldsBelow, focusedItem, lastOrder } from './grow.ts';
import type { Plan, World } from '../world.ts';

/** A map that was made elsewhere, as the changes that make it, becomes branches of the focused item; with none they stand free. */
export function graft(world: World, changes: readonly (readonly Op[])[]): Plan | null {
  const parent = focusedItem(world);
  const made = changes.flat();
  const roots = made.flatMap((op) => (op.kind === 'add' && op.parent === null ? [op.id] : []));
  if (roots.length === 0) return null;
  const ops: Op[] = parent?.isFolded === true ? [{ kind: 'set', id: parent.id, fields: { isFolded: false } }] : [];
  const places = new Map<ItemId, number>(roots.map((id, at) => [id, at]));
  let order = lastOrder(world, parent?.id ?? null);
  for (const op of made) {
    // The map that it goes to has settings of its own.
    if (op.kind === 'settings') continue;
    const at = op.kind === 'add' ? places.get(op.id) : undefined;
    if (op.kind !== 'add' || at === undefined) {
      ops.push(op);
      continue;
    }
    order = world.orders.between(order, null);
    const place =
      parent === null
        ? { offset: { x: Math.round(world.middle.x), y: Math.round(world.middle.y) + at * 60 } }
        : { offset: null, ...fieldsBelow(world, parent, at, roots.length) };
    ops.push({ ...op, parent: parent?.id ?? null, order, fields: { ...op.fields, ...place } });
  }
  return { ops, select: roots };
}
