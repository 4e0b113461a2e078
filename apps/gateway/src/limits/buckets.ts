import { type Bucket, type BucketSettings, fullAtMs } from './token-bucket.ts';

/** When so many are kept, some are forgotten, down to this share of them. */
const KEPT_SHARE = 0.9;

interface Kept {
  readonly bucket: Bucket;
  /** When it is as if it had never been seen. */
  readonly fullAtMs: number;
}

/**
 * The buckets of all limits, of at most so many subjects. What is full again says nothing and is forgotten first; then, of the limit that
 * has the most subjects, what will be full soonest. So somebody who has used up a limit stays refused however many others come, unless as
 * many others have used up more of the same one.
 */
export class Buckets {
  readonly #most: number;
  readonly #limits = new Map<string, Map<string, Kept>>();
  #count = 0;

  constructor(settings: { readonly most: number }) {
    this.#most = settings.most;
  }

  /** How many are kept. */
  get count(): number {
    return this.#count;
  }

  /** The subject's bucket of that limit; null: it has not been seen, or is forgotten. */
  get(limit: string, subject: string): Bucket | null {
    return this.#limits.get(limit)?.get(subject)?.bucket ?? null;
  }

  /** Keeps the bucket, as it is now. */
  keep(limit: string, subject: string, bucket: Bucket, settings: BucketSettings): void {
    const subjects = this.#limits.get(limit) ?? new Map<string, Kept>();
    if (!subjects.has(subject)) this.#count++;
    this.#limits.set(limit, subjects.set(subject, { bucket, fullAtMs: fullAtMs(bucket, settings) }));
    if (this.#count > this.#most) this.#forgetSome(bucket.atMs);
  }

  #forgetSome(nowMs: number): void {
    for (const subjects of this.#limits.values()) this.#forget(subjects, nowMs, subjects.size);
    for (;;) {
      const tooMany = this.#count - Math.floor(this.#most * KEPT_SHARE);
      if (tooMany <= 0) return;
      const [largest] = [...this.#limits.values()].toSorted((a, b) => b.size - a.size);
      if (largest === undefined) return;
      const count = Math.min(tooMany, Math.ceil(largest.size / 2));
      const times = Float64Array.from(largest.values(), (kept) => kept.fullAtMs).toSorted();
      this.#forget(largest, times[count - 1] ?? nowMs, count);
    }
  }

  /** Forgets so many of those that are full by then. */
  #forget(subjects: Map<string, Kept>, untilMs: number, most: number): void {
    let left = most;
    for (const [subject, kept] of subjects) {
      if (left === 0) return;
      if (kept.fullAtMs > untilMs) continue;
      subjects.delete(subject);
      this.#count--;
      left--;
    }
  }
}
