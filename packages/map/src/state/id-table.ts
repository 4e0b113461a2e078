import type { ItemId } from '../model/model.ts';

// Where ids stand in a list: a table with open addressing over two flat arrays. For tens of thousands of ids that were just read it is
// made in a fraction of the time that a Map takes, and keeps nothing but numbers. Who chooses ids to meet in it gains nothing:
// then a Map is made after all.

/** So many steps for all ids together, on average of each, before the table is given up. */
const MOST_STEPS = 8;

/** The places of a list's ids, the list unchanged from now on. */
export class IdTable {
  readonly #ids: readonly ItemId[];
  /** By slot: the place plus one, 0 where none is. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  readonly #instead: ReadonlyMap<ItemId, number> | null;
  /** Whether no id stands in the list twice. */
  readonly isDistinct: boolean;

  constructor(ids: readonly ItemId[]) {
    this.#ids = ids;
    this.#mask = 2 ** Math.ceil(Math.log2(2 * ids.length + 2)) - 1;
    this.#slots = new Int32Array(this.#mask + 1);
    const filled = this.#fill();
    this.#instead = filled === 'crowded' ? new Map(ids.map((id, place) => [id, place])) : null;
    this.isDistinct = this.#instead === null ? filled === 'distinct' : this.#instead.size === ids.length;
  }

  /** Whether too many ids met, so that a Map finds them. */
  get isCrowded(): boolean {
    return this.#instead !== null;
  }

  /** The place of the id, -1 when it has none. */
  find(id: ItemId): number {
    if (this.#instead !== null) return this.#instead.get(id) ?? -1;
    for (let slot = hashOf(id); ; slot++) {
      const place = (this.#slots[slot & this.#mask] ?? 0) - 1;
      if (place < 0 || this.#ids[place] === id) return place;
    }
  }

  #fill(): 'distinct' | 'twins' | 'crowded' {
    const [ids, slots, mask] = [this.#ids, this.#slots, this.#mask];
    let left = MOST_STEPS * ids.length;
    let place = 0;
    for (const id of ids) {
      place++;
      let slot = hashOf(id) & mask;
      for (let there = slots[slot] ?? 0; there > 0; there = slots[slot] ?? 0) {
        if (ids[there - 1] === id) return 'twins';
        if (left-- === 0) return 'crowded';
        slot = (slot + 1) & mask;
      }
      slots[slot] = place;
    }
    return 'distinct';
  }
}

/** The number from which the slot is taken. */
export function hashOf(id: ItemId): number {
  let hash = 0;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x9e3779b1);
  return hash ^ (hash >>> 15);
}
