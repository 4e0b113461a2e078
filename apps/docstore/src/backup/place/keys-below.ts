import { allBelow, type BlobStore } from '@bough/bloblog';

/** All keys with that beginning, in order. */
export async function keysBelow(store: BlobStore, prefix: string): Promise<readonly string[]> {
  return (await allBelow(store, prefix)).map(({ key }) => key);
}
