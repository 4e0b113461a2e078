import { type Forest, itemAt } from './forest.ts';
import { IdTable } from './id-table.ts';
import type { Item, ItemId } from '../model/model.ts';

// The removed items by id. A map that was edited for long has more of them than live ones, and hardly anybody asks for one; so
// those that were read from storage stay in the columns in which they came until somebody does.

/** Items in the columns in which they were read; some have left since. */
interface Stored {
  readonly forest: Forest;
  readonly places: IdTable;
  /** By place: 1 once the item is among the others, or is not removed any more. */
  readonly left: Uint8Array;
}

export class GoneItems {
  /** Those that were asked for, or removed since. */
  readonly #items = new Map<ItemId, Item>();
  #stored: Stored | null = null;
  /** How many are only in `#stored`. */
  #waiting = 0;

  /** Puts all items of the forest in: all that there are until now. False: two of them have the same id. */
  store(forest: Forest): boolean {
    const places = new IdTable(forest.ids);
    this.#stored = { forest, places, left: new Uint8Array(forest.ids.length) };
    this.#waiting = forest.ids.length;
    return places.isDistinct;
  }

  get size(): number {
    return this.#items.size + this.#waiting;
  }

  has(id: ItemId): boolean {
    return this.#items.has(id) || this.#placeOf(id) >= 0;
  }

  get(id: ItemId): Item | undefined {
    const found = this.#items.get(id);
    if (found !== undefined) return found;
    const place = this.#placeOf(id);
    if (place < 0 || this.#stored === null) return undefined;
    const item = itemAt(this.#stored.forest, place);
    this.set(id, item);
    return item;
  }

  set(id: ItemId, item: Item): void {
    this.#leave(id);
    this.#items.set(id, item);
  }

  delete(id: ItemId): void {
    this.#leave(id);
    this.#items.delete(id);
  }

  *keys(): IterableIterator<ItemId> {
    yield* this.#items.keys();
    if (this.#stored === null) return;
    const { forest, left } = this.#stored;
    for (const [place, id] of forest.ids.entries()) if (left[place] === 0) yield id;
  }

  /** All of them, made where they were not yet. */
  *values(): IterableIterator<Item> {
    for (const id of [...this.keys()]) {
      const item = this.get(id);
      if (item !== undefined) yield item;
    }
  }

  /** Where the item waits in `#stored`; -1: nowhere. */
  #placeOf(id: ItemId): number {
    if (this.#stored === null) return -1;
    const place = this.#stored.places.find(id);
    return place >= 0 && this.#stored.left[place] === 0 ? place : -1;
  }

  #leave(id: ItemId): void {
    const place = this.#placeOf(id);
    if (place < 0 || this.#stored === null) return;
    this.#stored.left[place] = 1;
    this.#waiting--;
    if (this.#waiting === 0) this.#stored = null;
  }
}
