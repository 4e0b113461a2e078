import type { BlobStore } from '../store/blob-store.ts';
import { entriesBelow } from '../store/entries-below.ts';
import { isApart, logPrefix } from '../objects/keys.ts';
import { copyObject } from './mirror.ts';

/** The keys of what stands apart from the log in any of these places. */
export async function keysApart(stores: readonly BlobStore[], log: string): Promise<readonly string[]> {
  const keys = new Set<string>();
  for (const store of stores) {
    for await (const { key } of entriesBelow(store, logPrefix(log))) if (isApart(log, key)) keys.add(key);
  }
  return [...keys];
}

/** Copies what stands apart from a log and is in one location but not in the other. */
export async function copyApart(from: BlobStore, to: BlobStore, log: string): Promise<void> {
  const there = new Set(await keysApart([to], log));
  for (const key of await keysApart([from], log)) if (!there.has(key)) await copyObject(from, to, key);
}
