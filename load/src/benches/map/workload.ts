import { type ClientId, must, type PersonId } from '@bough/base';
import { Dice } from '@bough/map/testing';
import {
  apply,
  type Applied,
  type Change,
  childrenOf,
  emptyMap,
  type ItemId,
  type MindMap,
  newItemId,
  type Op,
  orderBetween,
  Orders,
  parseOps,
} from '@bough/map';

// What three people do to a large map, one change for each keystroke, drag or click: two thirds typing, the rest new items,
// drags, colours, folds and a few removals. The same changes go to every candidate.

const WORDS = 'plan ask the team what next idea cost risk why how who date open draft send check note list goal'.split(
  ' ',
);
const PEOPLE = 3;

export interface Workload {
  /** Makes the map: one item each. */
  readonly building: readonly Change[];
  readonly edits: readonly Change[];
  /** After all of them. */
  readonly map: MindMap;
}

/** Sees each change right after it was applied to the map. */
export type Follow = (change: Change, applied: Applied, map: MindMap) => void;

interface Person {
  readonly client: ClientId;
  readonly author: PersonId;
  readonly orders: Orders;
  counter: number;
  typing: { id: ItemId; at: number; left: string } | null;
}

/** The same for the same numbers; `follow` is called once per change, buildings first. */
export function makeWorkload(items: number, edits: number, follow: Follow): Workload {
  const dice = new Dice(7);
  const map = emptyMap();
  const ids: ItemId[] = [];
  const people: Person[] = Array.from({ length: PEOPLE }, () => ({
    client: dice.ids.short() as ClientId,
    author: dice.ids.long() as PersonId,
    orders: new Orders(dice.random),
    counter: 0,
    typing: null,
  }));
  let at = 1_790_000_000_000;
  const run = (op: Op, person: Person): Change => {
    const { client, author } = person;
    const change: Change = { client, counter: ++person.counter, author, at, ops: must(parseOps([op])) };
    follow(change, must(apply(map, change)), map);
    return change;
  };
  const pick = (): Person => people[dice.below(PEOPLE)] ?? must({ ok: false, error: 'no people' });
  const building: Change[] = [];
  for (let i = 0; i < items; i++) {
    at += dice.below(50);
    building.push(run(addSomewhere(dice, map, ids, pick()), pick()));
  }
  const edited: Change[] = [];
  while (edited.length < edits) {
    at += dice.below(150);
    const person = pick();
    const op = nextOp(dice, map, ids, person);
    if (op !== null) edited.push(run(op, person));
  }
  return { building, edits: edited, map };
}

function phrase(dice: Dice, words: number): string {
  return Array.from({ length: 1 + dice.below(words) }, () => WORDS[dice.below(WORDS.length)] ?? '').join(' ');
}

function addSomewhere(dice: Dice, map: MindMap, ids: ItemId[], person: Person): Op {
  // Mostly below one of the last, so that branches grow as people grow them; about 8 levels deep.
  const near = dice.chance(0.7) ? ids.length - 1 - dice.below(Math.min(ids.length, 40)) : dice.below(ids.length);
  const candidate = ids[near];
  const parent =
    candidate !== undefined && map.items.has(candidate) && dice.chance(0.98) ? candidate : (ids[0] ?? null);
  const last = childrenOf(map, parent).at(-1);
  const order = person.orders.between(last === undefined ? null : (map.items.get(last)?.order ?? null), null);
  const id = newItemId(dice.ids);
  ids.push(id);
  return { kind: 'add', id, parent, order, fields: { text: phrase(dice, 6) } };
}

function nextOp(dice: Dice, map: MindMap, ids: ItemId[], person: Person): Op | null {
  const { typing } = person;
  if (typing !== null && typing.left !== '' && map.items.has(typing.id)) {
    const room = map.items.get(typing.id)?.text.length ?? 0;
    const op: Op = {
      kind: 'splice',
      id: typing.id,
      field: 'text',
      at: Math.min(typing.at, room),
      remove: 0,
      insert: typing.left.slice(0, 1),
    };
    person.typing = { id: typing.id, at: typing.at + 1, left: typing.left.slice(1) };
    return op;
  }
  person.typing = null;
  const id = ids[dice.below(ids.length)];
  if (id === undefined || !map.items.has(id)) return null;
  const roll = dice.random.fraction();
  if (roll < 0.15) {
    const text = map.items.get(id)?.text ?? '';
    person.typing = { id, at: dice.below(text.length + 1), left: phrase(dice, 4) };
    return nextOp(dice, map, ids, person);
  }
  if (roll < 0.4) return addSomewhere(dice, map, ids, person);
  if (roll < 0.6) return drag(dice, map, ids, id);
  if (roll < 0.8) return { kind: 'set', id, fields: { colour: String(dice.below(8)) } };
  if (roll < 0.95) return { kind: 'set', id, fields: { isFolded: dice.chance(0.5) } };
  return childrenOf(map, id).length === 0 ? { kind: 'remove', id } : null;
}

function drag(dice: Dice, map: MindMap, ids: readonly ItemId[], id: ItemId): Op | null {
  const parent = ids[dice.below(ids.length)];
  if (parent === undefined || !map.items.has(parent)) return null;
  for (let above: ItemId | null = parent; above !== null; above = map.items.get(above)?.parent ?? null) {
    if (above === id) return null;
  }
  const siblings = childrenOf(map, parent);
  const at = dice.below(siblings.length + 1);
  const key = (i: number): string | null => map.items.get(siblings[i] ?? ('' as ItemId))?.order ?? null;
  return { kind: 'move', id, parent, order: orderBetween(key(at - 1), key(at), dice.random) };
}
