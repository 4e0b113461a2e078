import type { BlobStore } from '../store/blob-store.ts';
import { DEFAULT_BACKOFF } from '../store/store-backoff.ts';
import { entriesBelow } from '../store/entries-below.ts';
import { encodeHead, hasMore, type Head } from '../objects/head.ts';
import { headKey, isApart, logPrefix } from '../objects/keys.ts';
import { objectsOf } from '../objects/objects-of.ts';
import type { LogPorts } from '../ports.ts';
import { readHead } from '../log/read-log.ts';
import { writeHead } from '../log/write-head.ts';

// Collecting removes objects that no head names: what a crash left between an object and its head. The danger is a writer
// that sleeps between the two and wakes up later. So the head is rewritten first, as it is but for its write id: whoever read
// it before has lost its ETag, and can never make a head that names what is removed now. Heads of both locations count.

/** What was removed from the store at hand. */
export interface Collected {
  readonly removed: readonly string[];
  /** Another writer was faster, or the other location is behind: nothing was removed, try again. */
  readonly isLost: boolean;
}

/** Removes the objects of a log from `store` that no head names and that are older than `ageMs`; `other` is the other location. */
export async function collectLog(
  ports: LogPorts,
  stores: { readonly store: BlobStore; readonly other: BlobStore | null },
  log: string,
  settings: { readonly ageMs: number },
): Promise<Collected> {
  const { store, other } = stores;
  const old = await oldObjects(store, log, ports.clock.now() - settings.ageMs);
  if (old.length === 0) return { removed: [], isLost: false };
  const here = await readHead({ ports, store }, log);
  const there = other === null ? null : await readHead({ ports, store: other }, log);
  const named = new Set([here?.head, there?.head].flatMap((head) => (head === undefined ? [] : objectsOf(head))));
  const orphans = old.filter((key) => !named.has(key));
  if (orphans.length === 0) return { removed: [], isLost: false };
  if (other !== null && here !== null && isBehind(there?.head ?? null, here.head)) return { removed: [], isLost: true };
  if (here !== null && !(await claim(ports, store, here.head, here.etag))) return { removed: [], isLost: true };
  for (const key of orphans) await store.remove(key);
  return { removed: orphans, isLost: false };
}

/** A location that is behind may soon have a head between the two, which names what the newer one has replaced. */
function isBehind(there: Head | null, here: Head): boolean {
  return there === null || hasMore(here, there) || here.sealedTo > there.sealedTo;
}

async function claim(ports: LogPorts, store: BlobStore, head: Head, etag: string): Promise<boolean> {
  const next: Head = { ...head, writeId: ports.ids.short() };
  const write = { key: headKey(head.log), etag, bytes: encodeHead(ports.compression, next), writeId: next.writeId };
  return (await writeHead({ ...ports, store }, write, DEFAULT_BACKOFF)).kind === 'won';
}

async function oldObjects(store: BlobStore, log: string, before: number): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { key, modifiedAt } of entriesBelow(store, logPrefix(log))) {
    if (!isApart(log, key) && modifiedAt <= before) found.push(key);
  }
  return found;
}
