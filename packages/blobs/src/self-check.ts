import { Failure, toBase64Url } from '@bough/base';
import type { Random } from '@bough/base';
import { type BlobStore, type ETag, isStoreFull, type PutOutcome } from '@bough/bloblog';
import { BlobFailure } from './failure.ts';

const PREFIX = 'self-check/';
/** As much as a map usually writes at once. */
const TRIED_BYTES = 256 * 1024;

/** Where nothing may be removed, the check's object stays, and a later check uses it again. */
export interface Leaving {
  /** Only objects from before this moment are used again: a newer one may be in use. */
  readonly before: number;
}

/**
 * Proves that the store keeps conditions, with an object of its own: a second conditional creation, a replacement on a stale ETag
 * and one of nothing must all be refused. Throws a BlobFailure that explains what it is worth when one is not: on such a store
 * two processes would overwrite each other's changes. The object is removed; with `leaving` a missing right to do that is no failure.
 */
export async function checkConditions(store: BlobStore, random: Random, leaving: Leaving | null = null): Promise<void> {
  const bytes = (): Uint8Array => random.bytes(32);
  const fresh = (): string => PREFIX + toBase64Url(random.bytes(9)).replaceAll('-', '_');
  const left = leaving === null ? null : await leftBefore(store, leaving.before);
  const key = left?.key ?? fresh();
  try {
    const first = left?.etag ?? written(await store.createIfAbsent(key, bytes()), 'creating an object');
    refused(await store.createIfAbsent(key, bytes()), 'a second conditional creation (If-None-Match: *)');
    const second = written(await store.replaceIf(key, first, bytes()), 'replacing an object by its ETag');
    refused(await store.replaceIf(key, first, bytes()), 'a replacement on a stale ETag (If-Match)');
    if (second === first) throw noConditions('two different objects bear the same ETag');
    const nothing = await store.replaceIf(fresh(), second, bytes());
    refused(nothing, 'a replacement of an object that is not there (If-Match)');
  } finally {
    await remove(store, key, leaving);
  }
}

/** Whether as much as is usually written at once finds room; it is removed again. Throws where the store does not answer. */
export async function hasRoom(store: BlobStore, random: Random): Promise<boolean> {
  const key = `${PREFIX}room`;
  try {
    await store.put(key, random.bytes(TRIED_BYTES));
  } catch (failure) {
    if (!isStoreFull(failure)) throw failure;
    return false;
  }
  // One that stays has the same key as the next one.
  await store.remove(key).catch(() => undefined);
  return true;
}

async function remove(store: BlobStore, key: string, leaving: Leaving | null): Promise<void> {
  try {
    await store.remove(key);
  } catch (failure) {
    if (leaving === null || !(failure instanceof Failure) || failure.kind !== 'denied') throw failure;
  }
}

/** An object of an earlier check that could not be removed. */
async function leftBefore(
  store: BlobStore,
  before: number,
): Promise<{ readonly key: string; readonly etag: ETag } | null> {
  const { entries } = await store.list(PREFIX);
  for (const { key, modifiedAt } of entries) {
    if (modifiedAt >= before) continue;
    // One that was sealed with a key that has gone is left alone.
    const blob = await store.get(key).catch(() => null);
    if (blob !== null) return { key, etag: blob.etag };
  }
  return null;
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
