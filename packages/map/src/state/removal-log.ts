import { assert } from '@bough/base';
import type { Forest } from './forest.ts';
import type { ItemId } from '../model/model.ts';

/** Thread id and comment id, one after the other; of a message of the chat `chat:` and its id. */
export type CommentKey = string;

/** What was removed: the item at the top of a subtree, or one comment (by its key in goneComments). */
export type Removed =
  | { readonly kind: 'items'; readonly root: ItemId }
  | { readonly kind: 'comment'; readonly key: CommentKey };

/** One removal. Stamps ascend with time. */
export type Removal = { readonly stamp: number; size: number } & Removed;

/** Removals of subtrees that were read and that nobody has asked for: whatever is removed by them is as it was read. */
export interface StoredRemovals {
  readonly forest: Forest;
  /** By stamp: the index of the root in the forest, behind the last item of its subtree, and the removal's size. */
  readonly roots: Int32Array;
  readonly ends: Int32Array;
  readonly sizes: Int32Array;
}

/** So many stored removals: what they hold stands in the forest from one index to before another. */
export interface StoredPiece {
  readonly kind: 'stored';
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/**
 * What was removed, oldest first. Like removed items, removals that were read become objects when somebody asks for them. Whoever
 * changes what one holds has asked for it.
 */
export class RemovalLog {
  /** The removal, or the stamp of a stored one. */
  readonly #entries: (Removal | number)[] = [];
  #stored: StoredRemovals | null = null;
  /** By the root's id or the comment's key; made when first asked for. */
  #byName: Map<string, Removal | number> | null = null;

  get length(): number {
    return this.#entries.length;
  }

  /** The removal at a position, counted from the end when it is negative. */
  at(position: number): Removal | undefined {
    const i = position < 0 ? this.#entries.length + position : position;
    const entry = this.#entries[i];
    if (typeof entry !== 'number') return entry;
    const removal = this.#made(entry);
    this.#entries[i] = removal;
    this.#byName?.set(nameOf(removal), removal);
    return removal;
  }

  /** The removal of the subtree with this root, or of the comment with this key. */
  named(name: string): Removal | undefined {
    const found = this.#names().get(name);
    return typeof found === 'number' ? this.at(this.positionOf(found)) : found;
  }

  /** Where the removal with this stamp stands, or would stand. */
  positionOf(stamp: number): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (stampOf(this.#entries[middle] ?? stamp) < stamp) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  insert(position: number, removal: Removal): void {
    this.#entries.splice(position, 0, removal);
    this.#byName?.set(nameOf(removal), removal);
  }

  remove(position: number): void {
    const removal = this.at(position);
    assert(removal, 'what is taken out of the log is there');
    this.#entries.splice(position, 1);
    this.#byName?.delete(nameOf(removal));
    if (this.#entries.length === 0) this.#stored = null;
  }

  /** Where the removals come from that `pushStored` names. */
  store(stored: StoredRemovals): void {
    this.#stored = stored;
  }

  /** The newest removal, one of the stored ones. */
  pushStored(stamp: number): void {
    this.#entries.push(stamp);
  }

  /** All removals. Stored ones are left as they are: those that follow each other in the forest come as one piece of it. */
  pieces(): readonly (Removal | StoredPiece)[] {
    const pieces: (Removal | StoredPiece)[] = [];
    let last: { -readonly [K in keyof StoredPiece]: StoredPiece[K] } | null = null;
    for (const entry of this.#entries) {
      if (typeof entry !== 'number') {
        pieces.push(entry);
        last = null;
        continue;
      }
      const [from, to] = [this.#stored?.roots[entry] ?? 0, this.#stored?.ends[entry] ?? 0];
      if (last === null || last.to !== from) {
        last = { kind: 'stored', from, to, count: 0 };
        pieces.push(last);
      }
      last.to = to;
      last.count++;
    }
    return pieces;
  }

  /** What the places that `pieces` gives are places in; null when it gives none. */
  get forest(): Forest | null {
    return this.#stored?.forest ?? null;
  }

  /** All removals, made where they were not yet. */
  *[Symbol.iterator](): IterableIterator<Removal> {
    for (let i = 0; i < this.#entries.length; i++) {
      const removal = this.at(i);
      if (removal !== undefined) yield removal;
    }
  }

  #made(stamp: number): Removal {
    const { forest, roots, sizes } = this.#stored ?? {};
    const root = forest?.ids[roots?.[stamp] ?? -1];
    const size = sizes?.[stamp];
    assert(root !== undefined && size !== undefined, 'a stamp in the log is that of a stored removal');
    return { stamp, size, kind: 'items', root };
  }

  #names(): Map<string, Removal | number> {
    if (this.#byName !== null) return this.#byName;
    const names = new Map<string, Removal | number>();
    for (const entry of this.#entries) {
      if (typeof entry !== 'number') names.set(nameOf(entry), entry);
      else names.set(this.#stored?.forest.ids[this.#stored.roots[entry] ?? -1] ?? '', entry);
    }
    this.#byName = names;
    return names;
  }
}

function stampOf(entry: Removal | number): number {
  return typeof entry === 'number' ? entry : entry.stamp;
}

function nameOf(removal: Removal): string {
  return removal.kind === 'items' ? removal.root : removal.key;
}
