import type { BlobStore, ETag } from '../store/blob-store.ts';
import { type StoreBackoff, DEFAULT_BACKOFF } from '../store/store-backoff.ts';
import { encodeHead, type Head } from '../objects/head.ts';
import { headKey } from '../objects/keys.ts';
import { renewedHead } from '../objects/renewed-head.ts';
import type { LogPorts } from '../ports.ts';
import { readHead } from '../log/read-log.ts';
import { writeHead } from '../log/write-head.ts';

interface Found {
  readonly head: Head;
  readonly etag: ETag;
}

/** Writes the head that was found with a new lineage; null: another writer was faster. */
export async function writeRenewed(
  parts: { readonly ports: LogPorts; readonly store: BlobStore },
  { head, etag }: Found,
  settings: { readonly location: string | null; readonly backoff: StoreBackoff },
): Promise<Found | null> {
  const { ports, store } = parts;
  const next = { ...renewedHead(ports, head), location: settings.location };
  const bytes = encodeHead(ports.compression, next);
  const write = { key: headKey(head.log), etag, bytes, writeId: next.writeId };
  const outcome = await writeHead({ ...ports, store }, write, settings.backoff);
  return outcome.kind === 'won' ? { head: next, etag: outcome.etag } : null;
}

/**
 * Gives a log that nobody needs to have open a new lineage after its last change: for whatever brings a location back to an
 * earlier state. Writers that have it open lose it. Answers whether there is such a log.
 */
export async function renewLog(
  ports: LogPorts,
  store: BlobStore,
  log: string,
  location: string | null = null,
): Promise<boolean> {
  for (;;) {
    const found = await readHead({ ports, store }, log);
    if (found === null) return false;
    const settings = { location: location ?? found.head.location, backoff: DEFAULT_BACKOFF };
    if ((await writeRenewed({ ports, store }, found, settings)) !== null) return true;
  }
}
