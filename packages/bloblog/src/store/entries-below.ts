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

/** The same at once, for what is short enough to be held. */
export async function allBelow(store: Pick<BlobStore, 'list'>, prefix: string): Promise<readonly BlobEntry[]> {
  const all: BlobEntry[] = [];
  for await (const entry of entriesBelow(store, prefix)) all.push(entry);
  return all;
}
