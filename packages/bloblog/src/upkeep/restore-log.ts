import type { BlobStore } from '../store/blob-store.ts';
import { DEFAULT_BACKOFF } from '../store/store-backoff.ts';
import { encodeHead } from '../objects/head.ts';
import { headKey } from '../objects/keys.ts';
import { renewedHead } from '../objects/renewed-head.ts';
import { copyObject } from '../second/mirror.ts';
import { objectsOf } from '../objects/objects-of.ts';
import type { LogPorts } from '../ports.ts';
import { readHead } from '../log/read-log.ts';
import { copyApart } from '../second/apart.ts';
import { writeHead } from '../log/write-head.ts';

/**
 * Brings a log that `to` does not have back from `from`, which nobody writes to: its objects, what stands apart, then its head, so that
 * a crash in between leaves nothing that opens. It begins a new lineage. Answers false, and leaves everything as it is, when `to` has a head by then.
 */
export async function restoreLog(ports: LogPorts, from: BlobStore, to: BlobStore, log: string): Promise<boolean> {
  const found = await readHead({ ports, store: from }, log);
  if (found === null || (await to.get(headKey(log))) !== null) return false;
  for (const key of objectsOf(found.head)) await copyObject(from, to, key);
  await copyApart(from, to, log);
  // What came after it is not known any more: from here on the order has another name.
  const head = renewedHead(ports, found.head);
  const write = { key: headKey(log), etag: null, bytes: encodeHead(ports.compression, head), writeId: head.writeId };
  return (await writeHead({ ...ports, store: to }, write, DEFAULT_BACKOFF)).kind === 'won';
}
