import { type Forest, itemAt } from './forest.ts';
import type { Item, ItemId } from './model.ts';

// The removed items by id. A map that was edited for long has more of them than live ones, and hardly anybody asks for one; so
// those that were read from storage stay in the columns in which they came until somebody does.

export class GoneItems {
  /** The item, or its index in `#stored`. */
  readonly #items = new Map<ItemId, Item | number>();
  #stored: Forest | null = null;

  /** Puts all items of the forest in: all that there are until now. */
  store(forest: Forest): void {
    this.#stored = forest;
    let i = 0;
    for (const id of forest.ids) this.#items.set(id, i++);
  }

  get size(): number {
    return this.#items.size;
  }

  has(id: ItemId): boolean {
    return this.#items.has(id);
  }

  get(id: ItemId): Item | undefined {
    const found = this.#items.get(id);
    if (typeof found !== 'number') return found;
    const item = this.#stored === null ? undefined : itemAt(this.#stored, found);
    if (item !== undefined) this.#items.set(id, item);
    return item;
  }

  set(id: ItemId, item: Item): void {
    this.#items.set(id, item);
  }

  delete(id: ItemId): void {
    this.#items.delete(id);
    if (this.#items.size === 0) this.#stored = null;
  }

  keys(): IterableIterator<ItemId> {
    return this.#items.keys();
  }

  /** All of them, made where they were not yet. */
  *values(): IterableIterator<Item> {
    for (const id of this.#items.keys()) {
      const item = this.get(id);
      if (item !== undefined) yield item;
    }
  }
}
