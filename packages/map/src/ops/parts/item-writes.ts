import type { Move, Op, Restore } from '../../changes/change.ts';
import { assert } from '@bough/base';
import { fitsBelow } from '../../model/depth.ts';
import { LIMITS } from '../../model/limits.ts';
import type { Item, ItemFields, ItemId, Side } from '../../model/model.ts';
import { sizeOfItem } from '../../model/size.ts';
import type { MapState } from '../../state/state.ts';
import { no, type No, type Step } from '../../apply/step.ts';

// What several kinds of op do to the items of a map.

/** An item of the map: the caller has seen that it is there. */
export function liveItem(map: MapState, id: ItemId): Item {
  const item = map.items.get(id);
  assert(item, 'the item was seen to be live');
  return item;
}

/** A no when the map has no room for so much more. */
export function needRoom(map: MapState, more: number): No | null {
  return more > 0 && map.size + more > LIMITS.map ? no('limit', `a map holds at most ${LIMITS.map} units`) : null;
}

/** The op was applied, and this undoes it. */
export function push(step: Step, undo: Op): null {
  step.backwards.push(undo);
  return null;
}

/** Sets fields of a live item. */
export function changeFields(step: Step, before: Item, fields: Partial<ItemFields>): No | null {
  const after: Item = { ...before, ...fields };
  const tooLarge = needRoom(step.map, sizeOfItem(after) - sizeOfItem(before));
  if (tooLarge !== null) return tooLarge;
  step.map.putItem(after);
  step.touched.item(after.id);
  return null;
}

/** Takes a live item to its new place; `side` undefined: on the side where it was. */
export function moveLive(step: Step, before: Item, op: Move | Restore, side: Side | null | undefined): No | null {
  const { map, touched } = step;
  // Asked again: recovering the new parent may just have put it below this very item.
  if (isBelow(map, op.parent, op.id)) return no('cycle', 'an item cannot stand below itself');
  if (!fitsBelow(map, op.parent, op.id)) return no('limit', `a map has at most ${LIMITS.depth} levels`);
  const after: Item = {
    ...before,
    parent: op.parent,
    order: op.order,
    side: side === undefined ? before.side : side,
  };
  map.detach(before, 'live');
  map.putItem(after);
  map.attach(after, 'live');
  touched.place(after);
  touched.parent(before.parent);
  const undo = { kind: 'move', id: op.id, parent: before.parent, order: before.order } as const;
  return push(step, side === undefined ? undo : { ...undo, side: before.side });
}

/** Whether `id` is `above` or stands below it, live or gone. */
export function isBelow(map: MapState, id: ItemId | null, above: ItemId): boolean {
  for (let at = id; at !== null;) {
    if (at === above) return true;
    at = (map.items.get(at) ?? map.goneItems.get(at))?.parent ?? null;
  }
  return false;
}
