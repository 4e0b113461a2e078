import type { BlobStore } from '../store/blob-store.ts';
import { headKey, logPrefix } from '../objects/keys.ts';

/**
 * Removes a log from one location for ever: its head first, so that no writer can go on and nobody opens half of it, then
 * everything below it. With two locations the second is purged first: what a crash leaves then, reconciling copies back.
 */
export async function purgeLog(store: BlobStore, log: string): Promise<void> {
  await store.remove(headKey(log));
  for (;;) {
    const { entries } = await store.list(logPrefix(log));
    if (entries.length === 0) return;
    for (const { key } of entries) await store.remove(key);
  }
}
