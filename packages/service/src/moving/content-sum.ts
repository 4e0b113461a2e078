import { createHash } from 'node:crypto';

const BITS = 256;

/** What many records come to by content, in any order, without holding them: their number, and the sum of their hashes (SHA-256). */
export class ContentSum {
  #count = 0;
  #bytes = 0;
  #sum = 0n;

  add(record: unknown): void {
    const words = canonical(record);
    this.#count++;
    this.#bytes += words.length;
    const digest = createHash('sha256').update(words).digest('hex');
    this.#sum = BigInt.asUintN(BITS, this.#sum + BigInt(`0x${digest}`));
  }

  get count(): number {
    return this.#count;
  }

  /** How long the records are, written out. */
  get bytes(): number {
    return this.#bytes;
  }

  equals(other: ContentSum): boolean {
    return this.#count === other.#count && this.#sum === other.#sum;
  }
}

/** Fields in the order of their names; one that has nothing is as one that is not there. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => {
    if (each === null || typeof each !== 'object' || Array.isArray(each)) return each;
    const fields = Object.entries(each).filter(([, field]) => field !== null && field !== undefined);
    return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
