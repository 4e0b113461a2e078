import { utf8Encode } from '@bough/base';
import type { BlobStore, LogPorts } from '@bough/bloblog';
import { keysBelow } from './keys-below.ts';

// What was removed forever leaves its id behind, and nothing else: an empty object below `purged/` in the first location. So no
// backup, however old, brings it back by mistake.

const PURGED = 'purged/';

/** Remembers that the document was removed forever. */
export async function markPurged(store: BlobStore, ports: Pick<LogPorts, 'clock'>, map: string): Promise<void> {
  await store.put(PURGED + map, utf8Encode(JSON.stringify({ at: Math.floor(ports.clock.now()) })));
}

/** Forgets it: the document is there again, since somebody wanted it back. */
export async function unmarkPurged(store: BlobStore, map: string): Promise<void> {
  await store.remove(PURGED + map);
}

/** Whether the document was removed forever. */
export async function isPurged(store: BlobStore, map: string): Promise<boolean> {
  return (await store.get(PURGED + map)) !== null;
}

/** The documents that were removed forever. */
export async function purgedMarks(store: BlobStore): Promise<readonly string[]> {
  return (await keysBelow(store, PURGED)).map((key) => key.slice(PURGED.length));
}
