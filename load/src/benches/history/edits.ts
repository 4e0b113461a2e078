import { type ClientId, must } from '@bough/base';
import { type Change, type ItemId, newItemId, type Op, parseOps } from '@bough/map';
import { platformIds } from '@bough/service';
import { addItem, AUTHOR, newClient } from '../docstore/typists.ts';
import { nextWord } from '../docstore/words.ts';

const PEOPLE = 10;
const KEYS_PER_ITEM = 24;
const ORDERS = ['a1', 'a3', 'a5', 'a7'];
interface Person {
  readonly client: ClientId;
  counter: number;
  item: ItemId;
  left: string;
  typed: number;
}

/**
 * What ten people do to one map, in the order of their numbers: they add items and type into them key by key, tick off, move
 * and remove. The map grows to `mostItems` and stays there. The caller applies every change to something before it asks for more.
 */
export function* edits(count: number, mostItems: number): Generator<Change> {
  const root = newItemId(platformIds);
  const items: ItemId[] = [];
  const people = Array.from({ length: PEOPLE }, (): Person => newPerson(root));
  let at = Date.now() - count * 300;
  for (let i = 0; i < count; i++) {
    const person = pick(people);
    person.counter++;
    at += 20 + Math.floor(Math.random() * 500);
    const op = i === 0 ? addItem(root, null, 'Root') : next(person, root, items, mostItems);
    yield { client: person.client, counter: person.counter, author: AUTHOR, at, ops: must(parseOps([op])) };
  }
}

function next(person: Person, root: ItemId, items: ItemId[], mostItems: number): Op {
  const dice = Math.random();
  if (items.length > mostItems) return { kind: 'remove', id: takeOut(items) };
  if (items.length > 50 && dice < 0.01)
    return { kind: 'set', id: pick(items), fields: { checkbox: dice < 0.005 ? 'open' : 'done' } };
  if (items.length > 50 && dice < 0.015) {
    return { kind: 'move', id: pick(items), parent: root, order: pick(ORDERS), side: null };
  }
  const isThere = person.item !== root && items.includes(person.item, -40);
  if (!isThere || person.typed >= KEYS_PER_ITEM) {
    person.item = newItemId(platformIds);
    person.typed = 0;
    items.push(person.item);
    return addItem(person.item, root, '');
  }
  if (person.left === '') person.left = nextWord();
  const insert = person.left.slice(0, 1);
  person.left = person.left.slice(1);
  return { kind: 'splice', id: person.item, field: 'text', at: person.typed++, remove: 0, insert };
}

/** Somebody works on the last few; what is removed is older. */
function takeOut(items: ItemId[]): ItemId {
  const at = Math.floor(Math.random() * (items.length - 100));
  const [id] = items.splice(at, 1);
  if (id === undefined) throw new Error('there is an item');
  return id;
}

function newPerson(root: ItemId): Person {
  return { client: newClient(), counter: 0, item: root, left: '', typed: 0 };
}

function pick<T>(from: readonly T[]): T {
  const one = from[Math.floor(Math.random() * from.length)];
  if (one === undefined) throw new Error('there is one to pick');
  return one;
}
