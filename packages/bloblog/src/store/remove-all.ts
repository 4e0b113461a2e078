import type { BlobStore } from './blob-store.ts';

/** Removes objects that no head names any more, as far as the store lets it: what stays is an orphan, and collected later. */
export async function removeAll(store: BlobStore, keys: readonly string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => store.remove(key)));
}
