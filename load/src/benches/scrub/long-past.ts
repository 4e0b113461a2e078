import { type ClientId, must, parsePersonId, type PersonId } from '@bough/base';
import { type Change, type ItemId, newItemId, type Op, ordersBetween, parseOps } from '@bough/map';
import { platformIds, platformRandom } from '@bough/service';
import { newClient } from '../docstore/typists.ts';
import { nextWord } from '../docstore/words.ts';

// A map as people make it over months: it is imported with so many items, and then five people write, add, move, tick off and remove.

const PEOPLE = 5;
const KEYS = 20;
/** As many items as one change may add without being too large for the wire. */
const IMPORTED_AT_ONCE = 1_000;
const CHILDREN = 6;

interface Person {
  readonly author: PersonId;
  readonly client: ClientId;
  counter: number;
  item: ItemId;
  typed: number;
  left: string;
}

/** The first changes make a tree of so many items; `count` changes follow, in which it keeps about that size. */
export function* longPast(items: number, count: number): Generator<Change> {
  const people = Array.from({ length: PEOPLE }, newPerson);
  const [first] = people;
  if (first === undefined) throw new Error('there is somebody');
  const tree = new Tree();
  let at = Date.now() - count * 20_000;
  const change = (person: Person, ops: readonly Op[]): Change => ({
    ...{ client: person.client, counter: ++person.counter, author: person.author },
    ...{ at: (at += 200 + Math.floor(Math.random() * 15_000)), ops: must(parseOps(ops)) },
  });
  for (let made = 0; made < items; made += IMPORTED_AT_ONCE) {
    const part = Math.min(IMPORTED_AT_ONCE, items - made);
    yield change(
      first,
      Array.from({ length: part }, () => tree.add(`${nextWord()}${nextWord()}${nextWord().trim()}`)),
    );
  }
  for (let n = 0; n < count; n++) {
    const person = pick(people);
    yield change(person, [next(person, tree, items)]);
  }
}

function next(person: Person, tree: Tree, items: number): Op {
  const dice = Math.random();
  if (tree.size > items) return { kind: 'remove', id: tree.takeLeaf() };
  if (dice < 0.02) return { kind: 'set', id: tree.any(), fields: { checkbox: dice < 0.01 ? 'open' : 'done' } };
  if (dice < 0.04) return tree.moveLeaf();
  if (!tree.has(person.item) || person.typed >= KEYS) {
    person.typed = 0;
    const isNew = dice < 0.5;
    const op = isNew ? tree.add('') : ({ kind: 'set', id: tree.any(), fields: { text: '' } } as const);
    person.item = op.id;
    return op;
  }
  if (person.left === '') person.left = nextWord();
  const insert = person.left.slice(0, 1);
  person.left = person.left.slice(1);
  person.typed++;
  // At the beginning, which is there whatever somebody else has done to the words.
  return { kind: 'splice', id: person.item, field: 'text', at: 0, remove: 0, insert };
}

/** The tree as its makers know it: who hangs where, and the order among siblings. */
class Tree {
  readonly #ids: ItemId[] = [];
  readonly #places = new Map<ItemId, { parent: ItemId | null; at: number; children: number }>();
  #last: string | null = null;

  get size(): number {
    return this.#ids.length;
  }

  has(id: ItemId): boolean {
    return this.#places.has(id);
  }

  add(text: string): Extract<Op, { kind: 'add' }> {
    const id = newItemId(platformIds);
    const parent = this.#ids.length === 0 ? null : this.#home();
    this.#places.set(id, { parent, at: this.#ids.length, children: 0 });
    this.#ids.push(id);
    this.#count(parent, 1);
    return { kind: 'add', id, parent, order: this.#order(), fields: { text: text === '' ? '' : text } };
  }

  any(): ItemId {
    return pick(this.#ids);
  }

  moveLeaf(): Op {
    const id = this.#leaf();
    const place = this.#places.get(id);
    const parent = this.#home(id);
    this.#count(place?.parent ?? null, -1);
    if (place !== undefined) place.parent = parent;
    this.#count(parent, 1);
    return { kind: 'move', id, parent, order: this.#order(), side: null };
  }

  takeLeaf(): ItemId {
    const id = this.#leaf();
    const place = this.#places.get(id);
    const last = this.#ids.pop();
    if (place !== undefined && last !== undefined && last !== id) {
      this.#ids[place.at] = last;
      const moved = this.#places.get(last);
      if (moved !== undefined) moved.at = place.at;
    }
    this.#count(place?.parent ?? null, -1);
    this.#places.delete(id);
    return id;
  }

  #leaf(): ItemId {
    for (;;) {
      const id = this.any();
      const place = this.#places.get(id);
      if (place?.parent != null && place.children === 0) return id;
    }
  }

  /** Something with room below it. */
  #home(not?: ItemId): ItemId {
    for (;;) {
      const id = this.any();
      if (id !== not && (this.#places.get(id)?.children ?? CHILDREN) < CHILDREN) return id;
    }
  }

  #count(parent: ItemId | null, by: number): void {
    const place = parent === null ? undefined : this.#places.get(parent);
    if (place !== undefined) place.children += by;
  }

  #order(): string {
    const [order] = ordersBetween(this.#last, null, 1, platformRandom);
    if (order === undefined) throw new Error('there is room after the last');
    this.#last = order;
    return order;
  }
}

function newPerson(): Person {
  const author = parsePersonId(platformIds.long());
  if (author === null) throw new Error('a long id is a person id');
  return { author, client: newClient(), counter: 0, item: newItemId(platformIds), typed: 0, left: '' };
}

function pick<T>(from: readonly T[]): T {
  const one = from[Math.floor(Math.random() * from.length)];
  if (one === undefined) throw new Error('there is one to pick');
  return one;
}
