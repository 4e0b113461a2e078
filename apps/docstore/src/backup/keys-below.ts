import type { BlobStore } from '@bough/bloblog';

/** All keys with that beginning, in order. */
export async function keysBelow(store: BlobStore, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let after: string | null = null; ;) {
    const page = await store.list(prefix, { after });
    for (const { key } of page.entries) keys.push(key);
    if (page.next === null) return keys;
    after = page.next;
  }
}
