import { assert } from '@bough/base';
import type { Add, Move, Op, Remove, Restore, SetFields, Splice } from './change.ts';
import { fitsBelow, mayHaveChild } from './depth.ts';
import { makeItem } from './fields.ts';
import { isRecoveredItem } from './identity.ts';
import { LIMITS } from './limits.ts';
import type { Item, ItemFields, ItemId } from './model.ts';
import { needItem } from './recover.ts';
import { takeApart, takeAway, takeBack } from './removed.ts';
import { sizeOfItem } from './size.ts';
import type { MapState } from './state.ts';
import { no, type No, type Step, whereIs } from './step.ts';
import { cutsPair } from './surrogates.ts';

// The ops on items. Each answers null, or why it does not apply.

export function applyAdd(step: Step, op: Add): No | null {
  const { map } = step;
  if (whereIs(map, op.id) !== 'nowhere') return no('exists', `there is an item ${op.id} already`);
  if (op.parent !== null) {
    const missing = needItem(step, op.parent);
    if (missing !== null) return missing;
  }
  if (map.items.size >= LIMITS.items) return no('limit', `a map has at most ${LIMITS.items} items`);
  if (!mayHaveChild(map, op.parent)) return no('limit', `a map has at most ${LIMITS.depth} levels`);
  const item = makeItem(op.id, op.parent, op.order, '', op.fields);
  const tooLarge = needRoom(map, sizeOfItem(item));
  if (tooLarge !== null) return tooLarge;
  map.putItem(item);
  map.attach(item, 'live');
  step.touched.place(item);
  step.backwards.push({ kind: 'remove', id: op.id });
  return null;
}

export function applySet(step: Step, op: SetFields): No | null {
  const missing = needItem(step, op.id);
  if (missing !== null) return missing;
  const before = liveItem(step.map, op.id);
  return (
    changeFields(step, before, op.fields) ?? done(step, { kind: 'set', id: op.id, fields: same(before, op.fields) })
  );
}

export function applySplice(step: Step, op: Splice): No | null {
  const missing = needItem(step, op.id);
  if (missing !== null) return missing;
  const before = liveItem(step.map, op.id);
  const text = before[op.field];
  const end = op.at + op.remove;
  if (end > text.length) return no('malformed', 'the splice reaches beyond the end of the text');
  if (cutsPair(text, op.at) || cutsPair(text, end)) return no('malformed', 'the splice cuts through a surrogate pair');
  const after = text.slice(0, op.at) + op.insert + text.slice(end);
  if (after.length > LIMITS[op.field]) return no('limit', `a ${op.field} has at most ${LIMITS[op.field]} UTF-16 units`);
  const refused = changeFields(step, before, op.field === 'text' ? { text: after } : { note: after });
  const { id, field, at } = op;
  const undo: Splice = { kind: 'splice', id, field, at, remove: op.insert.length, insert: text.slice(at, end) };
  return refused ?? done(step, undo);
}

export function applyMove(step: Step, op: Move): No | null {
  const { map } = step;
  if (isBelow(map, op.parent, op.id)) return no('cycle', 'an item cannot stand below itself');
  if (op.parent !== null) {
    const missing = needItem(step, op.parent);
    if (missing !== null) return missing;
  }
  const gone = map.goneItems.get(op.id);
  if (gone !== undefined) {
    const refused = takeBack(step, gone, op.parent, op.order);
    if (refused !== null) return refused;
    step.recovered.push(op.id);
    step.backwards.push({ kind: 'remove', id: op.id });
    if (op.side === undefined) return null;
    map.putItem({ ...liveItem(map, op.id), side: op.side });
    return done(step, { kind: 'set', id: op.id, fields: { side: gone.side } });
  }
  const before = map.items.get(op.id);
  if (before === undefined) return no('missing', `there is no item ${op.id}`);
  return moveLive(step, before, op);
}

export function applyRemove(step: Step, op: Remove): No | null {
  const { map } = step;
  const live = map.items.get(op.id);
  if (live !== undefined) {
    const removal = takeAway(step, live);
    step.backwards.pushRemoval({ kind: 'restore', id: op.id, parent: live.parent, order: live.order }, removal);
    return null;
  }
  const gone = map.goneItems.get(op.id);
  if (gone === undefined) return no('missing', `there is no item ${op.id}`);
  // Two people removed it, the other one from further up: bringing back that one's must not bring back this one's.
  if (gone.parent !== null) takeApart(step, gone);
  return null;
}

export function applyRestore(step: Step, op: Restore): No | null {
  const { map } = step;
  if (isBelow(map, op.parent, op.id)) return no('cycle', 'an item cannot stand below itself');
  const live = map.items.get(op.id);
  // Somebody's edit has recovered it meanwhile: it goes back to its place from there.
  const isRecovered = live?.parent != null && isRecoveredItem(live.parent);
  if (live !== undefined && !isRecovered) return no('exists', `the item ${op.id} was not removed`);
  if (live === undefined && whereIs(map, op.id) === 'nowhere') return no('missing', `there is no item ${op.id}`);
  if (op.parent !== null) {
    const missing = needItem(step, op.parent);
    if (missing !== null) return missing;
  }
  const now = map.items.get(op.id);
  if (now !== undefined) return moveLive(step, now, op);
  const gone = map.goneItems.get(op.id);
  assert(gone, 'an item that is not live and not nowhere is gone');
  return takeBack(step, gone, op.parent, op.order) ?? done(step, { kind: 'remove', id: op.id });
}

function moveLive(step: Step, before: Item, op: Move | Restore): No | null {
  const { map, touched } = step;
  // Asked again: recovering the new parent may just have put it below this very item.
  if (isBelow(map, op.parent, op.id)) return no('cycle', 'an item cannot stand below itself');
  if (!fitsBelow(map, op.parent, op.id)) return no('limit', `a map has at most ${LIMITS.depth} levels`);
  const hasSide = op.kind === 'move' && op.side !== undefined;
  const side = hasSide ? op.side : before.side;
  const after: Item = { ...before, parent: op.parent, order: op.order, side };
  map.detach(before, 'live');
  map.putItem(after);
  map.attach(after, 'live');
  touched.place(after);
  touched.parent(before.parent);
  const undo = { kind: 'move', id: op.id, parent: before.parent, order: before.order } as const;
  return done(step, hasSide ? { ...undo, side: before.side } : undo);
}

/** Whether `id` is `above` or stands below it, live or gone. */
function isBelow(map: MapState, id: ItemId | null, above: ItemId): boolean {
  for (let at = id; at !== null;) {
    if (at === above) return true;
    at = (map.items.get(at) ?? map.goneItems.get(at))?.parent ?? null;
  }
  return false;
}

function changeFields(step: Step, before: Item, fields: Partial<ItemFields>): No | null {
  const after: Item = { ...before, ...fields };
  const tooLarge = needRoom(step.map, sizeOfItem(after) - sizeOfItem(before));
  if (tooLarge !== null) return tooLarge;
  step.map.putItem(after);
  step.touched.item(after.id);
  return null;
}

/** The fields that `fields` names, as the item has them. */
function same(item: Item, fields: Partial<ItemFields>): Partial<ItemFields> {
  const found: Record<string, unknown> = {};
  for (const name in fields) found[name] = Reflect.get(item, name);
  return found;
}

/** A no when the map has no room for so much more. */
export function needRoom(map: MapState, more: number): No | null {
  return more > 0 && map.size + more > LIMITS.map ? no('limit', `a map holds at most ${LIMITS.map} units`) : null;
}

function liveItem(map: MapState, id: ItemId): Item {
  const item = map.items.get(id);
  assert(item, 'the item was seen to be live');
  return item;
}

function done(step: Step, undo: Op): null {
  step.backwards.push(undo);
  return null;
}
