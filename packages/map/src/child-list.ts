import { assert } from '@bough/base';
import type { Item, ItemId } from './model.ts';

// The children of one item, sorted by order key, then id. Kept in chunks, so that inserting into a list of 100,000 moves a few
// hundred references and not all of them. What `snapshot` hands out is never changed afterwards.

const CHUNK = 512;

/** Finds the item that an id in the list stands for. */
export type Lookup = (id: ItemId) => Item | undefined;

/** Whether `a` stands before `b` among siblings. */
export function standsBefore(a: Pick<Item, 'order' | 'id'>, b: Pick<Item, 'order' | 'id'>): boolean {
  return a.order === b.order ? a.id < b.id : a.order < b.order;
}

export class ChildList {
  readonly #chunks: ItemId[][];
  #length: number;
  /** At least as many levels as stand below the item whose children these are. */
  reach = 0;
  /** What snapshot() last gave, while it holds. For a list of one chunk it is that chunk, which is copied before it changes. */
  #snapshot: readonly ItemId[] | null = null;

  /** Takes over `sorted`, which must be in order. */
  constructor(sorted: ItemId[]) {
    this.#length = sorted.length;
    if (sorted.length <= CHUNK) {
      this.#chunks = [sorted];
    } else {
      this.#chunks = [];
      for (let i = 0; i < sorted.length; i += CHUNK / 2) this.#chunks.push(sorted.slice(i, i + CHUNK / 2));
    }
  }

  get length(): number {
    return this.#length;
  }

  snapshot(): readonly ItemId[] {
    this.#snapshot ??= this.#chunks.length === 1 ? (this.#chunks[0] ?? []) : this.#chunks.flat();
    return this.#snapshot;
  }

  insert(item: Item, lookup: Lookup): void {
    const at = this.#chunkOf(item, lookup);
    const chunk = this.#writable(at);
    chunk.splice(positionIn(chunk, item, lookup), 0, item.id);
    this.#length++;
    if (chunk.length > CHUNK) this.#chunks.splice(at + 1, 0, chunk.splice(CHUNK / 2));
  }

  /** Takes out an item that is in the list, under the order key by which it was put in. */
  remove(item: Item, lookup: Lookup): void {
    const at = this.#chunkOf(item, lookup);
    const chunk = this.#writable(at);
    const position = positionIn(chunk, item, lookup);
    assert(chunk[position] === item.id, 'a child stands where its order key says');
    chunk.splice(position, 1);
    this.#length--;
    if (chunk.length === 0 && this.#chunks.length > 1) this.#chunks.splice(at, 1);
  }

  #writable(at: number): ItemId[] {
    const chunk = this.#chunks[at];
    assert(chunk, 'a list has a chunk');
    const isShared = this.#snapshot === chunk;
    this.#snapshot = null;
    if (!isShared) return chunk;
    const copy = chunk.slice();
    this.#chunks[at] = copy;
    return copy;
  }

  /** The last chunk that does not begin after the item; the first one when all do. */
  #chunkOf(item: Item, lookup: Lookup): number {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const first = found(this.#chunks[middle]?.[0], lookup);
      if (standsBefore(item, first)) high = middle - 1;
      else low = middle;
    }
    return low;
  }
}

/** Where the item stands or would stand. */
function positionIn(chunk: readonly ItemId[], item: Item, lookup: Lookup): number {
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (standsBefore(found(chunk[middle], lookup), item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function found(id: ItemId | undefined, lookup: Lookup): Item {
  const item = id === undefined ? undefined : lookup(id);
  assert(item, 'every child is an item');
  return item;
}
