import { assert } from '@bough/base';
import type { Item, ItemId } from '../model/model.ts';

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
  /** The whole list while it is short, as most are; else empty, and `#chunks` has it. */
  #short: ItemId[];
  #chunks: ItemId[][] | null = null;
  /** At least as many levels as stand below the item whose children these are. */
  reach = 0;
  /** What snapshot() last gave, while it holds. For a short list it is that list, which is copied before it changes. */
  #snapshot: readonly ItemId[] | null = null;

  /** Takes over `sorted`, which must be in order. */
  constructor(sorted: ItemId[]) {
    this.#short = sorted;
    if (sorted.length > CHUNK) this.#split();
  }

  get length(): number {
    if (this.#chunks === null) return this.#short.length;
    return this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  }

  snapshot(): readonly ItemId[] {
    this.#snapshot ??= this.#chunks === null ? this.#short : this.#chunks.flat();
    return this.#snapshot;
  }

  insert(item: Item, lookup: Lookup): void {
    if (this.#chunks === null) {
      const list = this.#writable();
      list.splice(positionIn(list, item, lookup), 0, item.id);
      if (list.length > CHUNK) this.#split();
      return;
    }
    this.#snapshot = null;
    const at = chunkOf(this.#chunks, item, lookup);
    const chunk = this.#chunks[at];
    assert(chunk, 'a long list has chunks');
    chunk.splice(positionIn(chunk, item, lookup), 0, item.id);
    if (chunk.length > CHUNK) this.#chunks.splice(at + 1, 0, chunk.splice(CHUNK / 2));
  }

  /** Takes out an item that is in the list, under the order key by which it was put in. */
  remove(item: Item, lookup: Lookup): void {
    if (this.#chunks === null) {
      takeOut(this.#writable(), item, lookup);
      return;
    }
    this.#snapshot = null;
    const at = chunkOf(this.#chunks, item, lookup);
    const chunk = this.#chunks[at];
    assert(chunk, 'a long list has chunks');
    takeOut(chunk, item, lookup);
    if (chunk.length === 0 && this.#chunks.length > 1) this.#chunks.splice(at, 1);
  }

  #split(): void {
    const chunks: ItemId[][] = [];
    for (let i = 0; i < this.#short.length; i += CHUNK / 2) chunks.push(this.#short.slice(i, i + CHUNK / 2));
    this.#chunks = chunks;
    this.#short = [];
  }

  #writable(): ItemId[] {
    if (this.#snapshot !== null) this.#short = this.#short.slice();
    this.#snapshot = null;
    return this.#short;
  }
}

/** The last chunk that does not begin after the item; the first one when all do. */
function chunkOf(chunks: readonly (readonly ItemId[])[], item: Item, lookup: Lookup): number {
  let low = 0;
  let high = chunks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const first = found(chunks[middle]?.[0], lookup);
    if (standsBefore(item, first)) high = middle - 1;
    else low = middle;
  }
  return low;
}

function takeOut(chunk: ItemId[], item: Item, lookup: Lookup): void {
  const position = positionIn(chunk, item, lookup);
  assert(chunk[position] === item.id, 'a child stands where its order key says');
  chunk.splice(position, 1);
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
