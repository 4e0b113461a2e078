import { type BlobStore, entriesBelow } from '@bough/bloblog';

/** All keys with that beginning, in order. */
export async function keysBelow(store: BlobStore, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of entriesBelow(store, prefix)) keys.push(key);
  return keys;
}
