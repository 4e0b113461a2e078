import type { ChangeTime } from './play-times.ts';

/**
 * The moments of a map's past that look different from the one before, as one steps through them and counts them: what shows nothing on the
 * map, such as the chat, is no step. Place 0 is the beginning, place `count` the map as it is now.
 */
export class SeenMoments {
  /** The changes that are seen, in their order; null: it is not known yet, so each may be. */
  readonly #seqs: readonly number[] | null;
  readonly #last: number;

  private constructor(seqs: readonly number[] | null, last: number) {
    this.#seqs = seqs;
    this.#last = last;
  }

  /** Of a past of which each change is known, the first one first. */
  static of(changes: readonly Pick<ChangeTime, 'isSeen'>[]): SeenMoments {
    const seqs = changes.flatMap(({ isSeen }, n) => (isSeen ? [n + 1] : []));
    return new SeenMoments(seqs, changes.length);
  }

  /** Of a past of so many changes that nobody has read yet. */
  static unread(last: number): SeenMoments {
    return new SeenMoments(null, last);
  }

  /** How many steps lead from the beginning to now. */
  get count(): number {
    return this.#seqs?.length ?? this.#last;
  }

  /** The place of the moment after change `seq`: after those that show nothing one is still where one was. */
  placeOf(seq: number): number {
    if (this.#seqs === null) return Math.min(seq, this.#last);
    let [low, high] = [0, this.#seqs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#seqs[middle] ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The number of the change after which that place is; of the last one, of the last change. */
  seqAt(place: number): number {
    if (place >= this.count) return this.#last;
    if (place <= 0) return 0;
    return this.#seqs?.[place - 1] ?? place;
  }
}
