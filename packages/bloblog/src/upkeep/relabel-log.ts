import type { BlobStore } from '../store/blob-store.ts';
import { DEFAULT_BACKOFF } from '../store/store-backoff.ts';
import { encodeHead, type Head } from '../objects/head.ts';
import { headKey } from '../objects/keys.ts';
import type { LogPorts } from '../ports.ts';
import { readHead } from '../log/read-log.ts';
import { writeHead } from '../log/write-head.ts';

/**
 * Replaces the label of a log that nobody needs to have open. `next` decides from the head as it stands, null for leaving it,
 * and is asked again when a writer was faster. Writers that have the log open lose it, and see the label when they open it again.
 * Answers whether it was replaced.
 */
export async function relabelLog(
  ports: LogPorts,
  store: BlobStore,
  log: string,
  next: (head: Head) => string | null,
): Promise<boolean> {
  for (;;) {
    const found = await readHead({ ports, store }, log);
    const label = found === null ? null : next(found.head);
    if (found === null || label === null) return false;
    const { head, etag } = found;
    const relabelled: Head = { ...head, label, edition: head.edition + 1, writeId: ports.ids.short() };
    const bytes = encodeHead(ports.compression, relabelled);
    const write = { key: headKey(log), etag, bytes, writeId: relabelled.writeId };
    if ((await writeHead({ ...ports, store }, write, DEFAULT_BACKOFF)).kind === 'won') return true;
  }
}
