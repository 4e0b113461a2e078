import { fieldsSet, makeItem, plainFields } from '../model/fields.ts';
import type { Item, ItemFields, ItemId, OrderKey } from '../model/model.ts';
import { sizeOfItem } from '../model/size.ts';

// Items as the stored form has them: in columns, each item before its children, siblings in order. A forest that was read is
// never changed; what is taken from it becomes an item of its own.

/** The columns of a forest, each with one value for every item. */
export interface Forest {
  readonly ids: readonly ItemId[];
  readonly orders: readonly OrderKey[];
  readonly texts: readonly string[];
  /** Roots on 1. */
  readonly levels: readonly number[];
  /** By the index of an item: its other fields that differ from an empty item's, or may. */
  readonly rest: ReadonlyMap<number, Partial<ItemFields>>;
  /** The index of the parent; -1 above a root. */
  readonly above: Int32Array;
}

/** The item at this index of the forest. */
export function itemAt(forest: Forest, i: number): Item {
  const { ids, orders, texts, rest, above } = forest;
  const [id, order, text] = [ids[i], orders[i], texts[i]];
  if (id === undefined || order === undefined || text === undefined) throw new RangeError(`no item ${i} in the forest`);
  return makeItem(id, ids[above[i] ?? -1] ?? null, order, text, rest.get(i));
}

/** The size of the item at this index. */
export function sizeAt({ texts, rest }: Forest, i: number): number {
  const fields = rest.get(i);
  return (fields === undefined ? BARE_SIZE : sizeOfItem(fields)) + (texts[i]?.length ?? 0);
}

const BARE_SIZE = sizeOfItem({});

/** Puts the columns of a forest together. */
export class ForestWriter {
  readonly #ids: string[] = [];
  readonly #orders: string[] = [];
  readonly #texts: string[] = [];
  readonly #levels: number[] = [];
  readonly #rest: (readonly [number, Partial<ItemFields>])[] = [];

  /** The next item. Its parent is the last one on the level above. */
  put(item: Item, level: number): void {
    const others = fieldsSet(item);
    if (others !== null) this.#rest.push([this.#ids.length, others]);
    this.#ids.push(item.id);
    this.#orders.push(item.order);
    this.#texts.push(item.text);
    this.#levels.push(level);
  }

  /** The items from one index of a forest to before another, as they stand there. */
  copy(forest: Forest, from: number, to: number): void {
    const shift = this.#ids.length - from;
    for (let i = from; i < to; i++) {
      const fields = forest.rest.get(i);
      const others = fields === undefined ? null : plainFields(fields);
      if (others !== null) this.#rest.push([i + shift, others]);
    }
    copyInto(this.#ids, forest.ids, from, to);
    copyInto(this.#orders, forest.orders, from, to);
    copyInto(this.#texts, forest.texts, from, to);
    copyInto(this.#levels, forest.levels, from, to);
  }

  /** The columns, as they are stored. */
  columns(): object {
    const [ids, orders, texts, levels, rest] = [this.#ids, this.#orders, this.#texts, this.#levels, this.#rest];
    return { ids, orders, texts, levels, rest };
  }
}

function copyInto<T>(into: T[], list: readonly T[], from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const value = list[i];
    if (value !== undefined) into.push(value);
  }
}
