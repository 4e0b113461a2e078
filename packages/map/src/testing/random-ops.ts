import type { Op } from '../changes/change.ts';
import { childrenOf } from '../apply/apply.ts';
import { ITEM_TRIALS, SETTINGS_TRIALS } from '../model/fields.ts';
import { newItemId } from '../model/identity.ts';
import type { ItemFields, ItemId, MindMap, OrderKey, Settings } from '../model/model.ts';
import { TRIALS } from '../ops/table.ts';
import type { Trial, World } from '../ops/parts/trial.ts';
import { orderBetween } from '../model/order.ts';
import type { Dice } from './dice.ts';
import { itemId } from './scene.ts';

// Ops as people would make them who look at the given map, each lawful for it, and now and then one that is not.

/** Each kind as often as its trial says; texts and moves collide most, so they come up most. */
const HAT = Object.values(TRIALS).flatMap((trial: Trial<Op>) => Array.from({ length: trial.weight }, () => trial));

/** One to four ops, each lawful on the map before the first of them; `memory` brings up items that were seen earlier. */
export function randomOps(dice: Dice, map: MindMap, memory: Memory): Op[] {
  const ops: Op[] = [];
  for (let i = 1 + (dice.chance(0.2) ? dice.below(4) : 0); i > 0; i--) {
    const op = randomOp(dice, map, memory);
    if (op !== null) ops.push(op);
  }
  return ops;
}

/** What a run has seen: ids that may be gone by now. */
export class Memory {
  readonly items: ItemId[] = [];

  note(id: ItemId): ItemId {
    this.items.push(id);
    if (this.items.length > 500) this.items.shift();
    return id;
  }
}

function randomOp(dice: Dice, map: MindMap, memory: Memory): Op | null {
  const trial: Trial<Op> = dice.any(HAT) ?? TRIALS.add;
  const item = someItem(dice, map, memory);
  const world = worldOf(dice, map, memory);
  return item === undefined ? TRIALS.add.random(world, itemId('nobody')) : trial.random(world, item);
}

function worldOf(dice: Dice, map: MindMap, memory: Memory): World {
  return {
    dice,
    map,
    someItem: () => someItem(dice, map, memory),
    oldItem: () => dice.any(memory.items),
    newItem: () => memory.note(newItemId(dice.ids)),
    somePlace: () => somePlace(dice, map),
    someFields: () => someFields(dice),
    someSettings: () => someSettings(dice),
  };
}

/** Mostly an item of the map, sometimes one from memory. */
function someItem(dice: Dice, map: MindMap, memory: Memory): ItemId | undefined {
  const id = dice.any(memory.items);
  if (id !== undefined && (map.items.has(id) || dice.chance(0.1))) return id;
  return dice.any([...map.items.keys()]);
}

function somePlace(dice: Dice, map: MindMap): { parent: ItemId | null; order: OrderKey } {
  const parent = dice.chance(0.1) ? null : (dice.any([...map.items.keys()]) ?? null);
  const siblings = childrenOf(map, parent);
  const at = dice.below(siblings.length + 1);
  const order = (i: number): OrderKey | null => {
    const id = siblings[i];
    return id === undefined ? null : (map.items.get(id)?.order ?? null);
  };
  return { parent, order: orderBetween(order(at - 1), order(at), dice.random) };
}

function someFields(dice: Dice): Partial<ItemFields> {
  const all = oneOfEach(ITEM_TRIALS, dice);
  const fields: Partial<ItemFields> = { text: dice.text(8) };
  for (let i = dice.below(4); i > 0; i--) Object.assign(fields, dice.any(all));
  if (dice.chance(0.5) && Object.keys(fields).length > 1) delete (fields as { text?: string }).text;
  return fields;
}

function someSettings(dice: Dice): Partial<Settings> {
  const all = oneOfEach(SETTINGS_TRIALS, dice);
  return { ...dice.any(all), ...(dice.chance(0.25) ? dice.any(all) : {}) };
}

type Trials = Readonly<Record<string, { readonly random: (dice: Dice) => unknown }>>;

function oneOfEach(trials: Trials, dice: Dice): readonly object[] {
  return Object.entries(trials).map(([name, { random }]) => ({ [name]: random(dice) }));
}
