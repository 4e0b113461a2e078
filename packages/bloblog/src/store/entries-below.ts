import type { BlobEntry, BlobStore } from './blob-store.ts';

/** Every object whose key begins so, in the order of keys, page after page. */
export async function* entriesBelow(store: Pick<BlobStore, 'list'>, prefix: string): AsyncGenerator<BlobEntry> {
  for (let after: string | null = null; ;) {
    const page = await store.list(prefix, { after });
    yield* page.entries;
    if (page.next === null) return;
    after = page.next;
  }
}
