import type { ItemId } from '../../model/model.ts';

/** How many things were done, each thing counted once. */
export interface Done {
  readonly added: number;
  /** The one item below which everything was added; null: that stands at the top, or in several places. */
  readonly below: ItemId | null;
  readonly removed: number;
  readonly reworded: number;
  readonly moved: number;
  /** Items that look otherwise: colour, icon, image, box, folding, ... */
  readonly restyled: number;
  readonly linked: number;
  readonly unlinked: number;
  readonly commented: number;
  /** Messages that were written in the chat. */
  readonly said: number;
  /** Signs that were put on comments and messages. */
  readonly reacted: number;
  /** Threads that were settled, or opened again. */
  readonly resolved: number;
  readonly isRetitled: boolean;
}

/** Counts what ops did. What was added and taken away again is not counted, nor what was done to it. */
export class Tally {
  /** Where each new item was put. */
  readonly #added = new Map<ItemId, ItemId | null>();
  readonly #removed = new Set<ItemId>();
  readonly #reworded = new Set<ItemId>();
  readonly #moved = new Set<ItemId>();
  readonly #restyled = new Set<ItemId>();
  readonly linked = new Set<string>();
  readonly unlinked = new Set<string>();
  readonly commented = new Set<string>();
  readonly said = new Set<string>();
  readonly reacted = new Set<string>();
  readonly resolved = new Set<string>();
  isRetitled = false;

  add(id: ItemId, parent: ItemId | null): void {
    this.#added.set(id, parent);
  }

  remove(id: ItemId): void {
    for (const edited of [this.#reworded, this.#moved, this.#restyled]) edited.delete(id);

    if (!this.#added.delete(id)) this.#removed.add(id);
  }

  /** What was removed before this count began comes back as if it were new. */
  restore(id: ItemId, parent: ItemId | null): void {
    if (!this.#removed.delete(id)) this.#added.set(id, parent);
  }

  move(id: ItemId, parent: ItemId | null): void {
    if (this.#added.has(id)) this.#added.set(id, parent);
    else this.#moved.add(id);
  }

  edit(id: ItemId, what: 'words' | 'look'): void {
    if (!this.#added.has(id)) (what === 'words' ? this.#reworded : this.#restyled).add(id);
  }

  get done(): Done {
    return {
      added: this.#added.size,
      below: this.#place(),
      removed: this.#removed.size,
      reworded: this.#reworded.size,
      moved: this.#moved.size,
      restyled: this.#restyled.size,
      linked: this.linked.size,
      unlinked: this.unlinked.size,
      commented: this.commented.size,
      said: this.said.size,
      reacted: this.reacted.size,
      resolved: this.resolved.size,
      isRetitled: this.isRetitled,
    };
  }

  #place(): ItemId | null {
    const above = [...this.#added.values()].filter((parent) => parent === null || !this.#added.has(parent));
    const [only] = above;
    return only !== undefined && above.every((parent) => parent === only) ? only : null;
  }
}
