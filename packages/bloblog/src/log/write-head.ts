import { backoffMs, type Clock, pause, type Random } from '@bough/base';
import { type StoreBackoff } from '../store/store-backoff.ts';
import type { Blob, BlobStore, ETag, PutOutcome } from '../store/blob-store.ts';
import { LogFailure } from '../failure.ts';
import { writeIdOf } from '../objects/head.ts';

// One conditional write of a head, to its end. What S3 leaves open is settled by reading again: the head bears the id of the
// write that made it, so a write whose answer was lost is known by its id, and a "refused" that our own first attempt caused
// (it landed late, or a proxy sent it twice) is not a conflict. A write is sent again only while the head is still what it
// was: the condition on the same ETag makes every late copy of it harmless.

/** A head to be written: `etag` null means that none may be there. */
export interface HeadWrite {
  readonly key: string;
  readonly etag: ETag | null;
  readonly bytes: Uint8Array;
  readonly writeId: string;
}

/** `won`: ours is the head. `lost`: somebody else's is. */
export type HeadOutcome = { readonly kind: 'won'; readonly etag: ETag } | { readonly kind: 'lost' };

/** Writes it; throws an unavailable LogFailure when the store gave no answer until `giveUpMs`. */
export async function writeHead(
  ports: { readonly store: BlobStore; readonly clock: Clock; readonly random: Random },
  write: HeadWrite,
  settings: StoreBackoff,
): Promise<HeadOutcome> {
  const startedMs = ports.clock.monotonic();
  for (let attempt = 0; ; attempt++) {
    const outcome = await send(ports.store, write);
    if (outcome.kind === 'written') return { kind: 'won', etag: outcome.etag };
    const found = await look(ports.store, write);
    if (found.kind === 'won' || found.kind === 'lost') return found;
    if (ports.clock.monotonic() - startedMs >= settings.giveUpMs) {
      throw new LogFailure(`${write.key} could not be written for ${settings.giveUpMs} ms`, {
        kind: 'unavailable',
        code: 'bloblog/unavailable',
        hint: 'Is the blob store up, and reachable from here?',
        cause: outcome.kind === 'unsure' ? outcome.cause : found.kind === 'unknown' ? found.cause : undefined,
      });
    }
    await pause(ports.clock, backoffMs(settings, attempt, ports.random));
  }
}

function send(store: BlobStore, write: HeadWrite): Promise<PutOutcome> {
  return write.etag === null
    ? store.createIfAbsent(write.key, write.bytes)
    : store.replaceIf(write.key, write.etag, write.bytes);
}

type Found = HeadOutcome | { readonly kind: 'as-before' } | { readonly kind: 'unknown'; readonly cause: unknown };

async function look(store: BlobStore, write: HeadWrite): Promise<Found> {
  let head: Blob | null;
  try {
    head = await store.get(write.key);
  } catch (cause) {
    return { kind: 'unknown', cause };
  }
  if (head === null) return write.etag === null ? { kind: 'as-before' } : { kind: 'lost' };
  if (head.etag === write.etag) return { kind: 'as-before' };
  return writeIdOf(write.key, head.bytes) === write.writeId ? { kind: 'won', etag: head.etag } : { kind: 'lost' };
}
