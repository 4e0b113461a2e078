import { toBase64Url } from '@bough/base';
import type { Random } from '@bough/base';
import type { BlobStore, PutOutcome } from '@bough/bloblog';
import { BlobFailure } from './failure.ts';

const PREFIX = 'self-check/';

/**
 * Proves that the store keeps conditions, with an object of its own that is removed again: a second conditional creation, a
 * replacement on a stale ETag and one of nothing must all be refused. Throws a BlobFailure that explains what it is worth
 * when one is not: on such a store two processes would overwrite each other's changes.
 */
export async function checkConditions(store: BlobStore, random: Random): Promise<void> {
  const key = PREFIX + toBase64Url(random.bytes(9)).replaceAll('-', '_');
  const bytes = (): Uint8Array => random.bytes(32);
  try {
    const first = written(await store.createIfAbsent(key, bytes()), 'creating an object');
    refused(await store.createIfAbsent(key, bytes()), 'a second conditional creation (If-None-Match: *)');
    const second = written(await store.replaceIf(key, first, bytes()), 'replacing an object by its ETag');
    refused(await store.replaceIf(key, first, bytes()), 'a replacement on a stale ETag (If-Match)');
    if (second === first) throw noConditions('two different objects bear the same ETag');
    await store.remove(key);
    refused(await store.replaceIf(key, second, bytes()), 'a replacement of an object that is not there (If-Match)');
  } finally {
    await store.remove(key);
  }
}

function written(outcome: PutOutcome, what: string): string {
  if (outcome.kind === 'written') return outcome.etag;
  if (outcome.kind === 'unsure') throw unavailable(what, outcome.cause);
  throw noConditions(`${what} was refused`);
}

function refused(outcome: PutOutcome, what: string): void {
  if (outcome.kind === 'refused') return;
  if (outcome.kind === 'unsure') throw unavailable(what, outcome.cause);
  throw noConditions(`${what} was accepted`);
}

function noConditions(found: string): BlobFailure {
  return new BlobFailure(`The blob store does not keep conditions: ${found}.`, {
    kind: 'invalid',
    code: 'blobs/no-conditions',
    hint: 'On it, two processes would overwrite changes that were already confirmed. Use Amazon S3, MinIO, versitygw, Ceph, or a folder.',
  });
}

function unavailable(what: string, cause: unknown): BlobFailure {
  return new BlobFailure(`The blob store did not answer while it was checked (${what}).`, {
    kind: 'unavailable',
    code: 'blobs/unavailable',
    hint: 'Is it up, and reachable from here?',
    cause,
  });
}
