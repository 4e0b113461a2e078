import { type BlobEntry, type BlobStore, entriesBelow } from '@bough/bloblog';

/** An object as two places have it; null: that one lacks it. */
export interface Pair {
  readonly key: string;
  readonly here: BlobEntry | null;
  readonly there: BlobEntry | null;
}

type Lister = Pick<BlobStore, 'list'>;

/** The objects of both places below a prefix, each once, in the order of keys; neither is held whole. What is added there on the way is not met again. */
export async function* pairsBelow(here: Lister, there: Lister, prefix: string): AsyncGenerator<Pair> {
  const [ours, theirs] = [entriesBelow(here, prefix), entriesBelow(there, prefix)];
  let [a, b] = [await next(ours), await next(theirs)];
  while (a !== null || b !== null) {
    if (b === null || (a !== null && a.key < b.key)) {
      if (a !== null) yield { key: a.key, here: a, there: null };
      a = await next(ours);
    } else if (a === null || b.key < a.key) {
      yield { key: b.key, here: null, there: b };
      b = await next(theirs);
    } else {
      yield { key: a.key, here: a, there: b };
      [a, b] = [await next(ours), await next(theirs)];
    }
  }
}

async function next(entries: AsyncGenerator<BlobEntry>): Promise<BlobEntry | null> {
  const one = await entries.next();
  return one.done === true ? null : one.value;
}
