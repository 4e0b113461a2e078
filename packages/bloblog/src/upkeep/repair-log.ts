import { Failure } from '@bough/base';
import { DEFAULT_BACKOFF } from '../store/store-backoff.ts';
import { keysApart } from '../second/apart.ts';
import type { BlobStore, ETag } from '../store/blob-store.ts';
import { damaged, tryDamage, LogFailure } from '../failure.ts';
import { encodeHead, type Head } from '../objects/head.ts';
import { headKey } from '../objects/keys.ts';
import { renewedHead } from '../objects/renewed-head.ts';
import { objectsOf } from '../objects/objects-of.ts';
import type { LogPorts } from '../ports.ts';
import { readHead } from '../log/read-log.ts';
import { writeHead } from '../log/write-head.ts';

// Whatever a location holds is sealed for its place, so that an object that opens is, bit by bit, what was put there: one that does not
// open, or is not there, is repaired from a location where it opens. What a key holds never changes, but for heads.

/** What repairing one log came to. */
export interface Repaired {
  /** Keys of objects that were missing or damaged, and are whole now. */
  readonly repaired: readonly string[];
  /** Objects that are whole in neither place, with what is wrong with the one that was to help. */
  readonly lost: readonly { readonly key: string; readonly why: string }[];
  /** The last number of the head that took the place of one that could not be read; null: it could be read. */
  readonly headAt: number | null;
}

const NOTHING: Repaired = { repaired: [], lost: [], headAt: null };

/**
 * Repairs what a log has in `store` from what `source`, another location or a backup, has of it; each object is read back and
 * compared. A head that cannot be read is replaced by the source's, under its ETag, and begins a new lineage: it may have had more changes.
 * Throws what is wrong with the head when neither place has one that can be read.
 */
export async function repairLog(ports: LogPorts, store: BlobStore, source: BlobStore, log: string): Promise<Repaired> {
  const trouble = await headTrouble(ports, store, log);
  if (trouble !== null) {
    const found = await readHead({ ports, store: source }, log);
    if (found === null) throw trouble;
    const objects = await repairObjects(store, source, objectsOf(found.head));
    const apart = await repairObjects(store, source, await keysApart([store, source], log));
    await replaceHead({ ...ports, store }, log, renewedHead(ports, found.head));
    const repaired = [...objects.repaired, ...apart.repaired, headKey(log)];
    return { repaired, lost: [...objects.lost, ...apart.lost], headAt: found.head.seq };
  }
  const head = (await readHead({ ports, store }, log))?.head;
  if (head === undefined) return NOTHING;
  const keys = [...objectsOf(head), ...(await keysApart([store, source], log))];
  return { ...(await repairObjects(store, source, keys)), headAt: null };
}

/** What keeps a head from being read; null: nothing does, or there is none. */
async function headTrouble(
  ports: Pick<LogPorts, 'compression' | 'digest'>,
  store: BlobStore,
  log: string,
): Promise<LogFailure | null> {
  try {
    await readHead({ ports, store }, log);
    return null;
  } catch (failure) {
    const damage = tryDamage(failure);
    if (damage !== null) return damage;
    throw failure;
  }
}

/** Puts a head in the place of one that cannot be read, unless somebody was faster. */
export async function replaceHead(
  ports: LogPorts & { readonly store: BlobStore },
  log: string,
  head: Head,
): Promise<void> {
  const key = headKey(log);
  const etag = await etagOf(ports.store, key);
  const write = { key, etag, bytes: encodeHead(ports.compression, head), writeId: head.writeId };
  if ((await writeHead(ports, write, DEFAULT_BACKOFF)).kind === 'won') return;
  throw new LogFailure(`another writer has the log ${log}`, { kind: 'conflict', code: 'bloblog/lost' });
}

async function etagOf(store: BlobStore, key: string): Promise<ETag | null> {
  try {
    return (await store.get(key))?.etag ?? null;
  } catch (failure) {
    if (failure instanceof LogFailure && failure.etag !== null) return failure.etag;
    throw failure;
  }
}

/** Brings the objects that are not whole in `store` from `source`. */
export async function repairObjects(
  store: BlobStore,
  source: BlobStore,
  keys: readonly string[],
): Promise<Pick<Repaired, 'repaired' | 'lost'>> {
  const repaired: string[] = [];
  const lost: { key: string; why: string }[] = [];
  for (const key of keys) {
    try {
      if (await isWhole(store, key)) continue;
      await copyProven(source, store, key);
      repaired.push(key);
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.kind !== 'corrupt') throw failure;
      lost.push({ key, why: failure.message });
    }
  }
  return { repaired, lost };
}

/** Whether the object is there and opens. */
async function isWhole(store: BlobStore, key: string): Promise<boolean> {
  try {
    return (await store.get(key)) !== null;
  } catch (failure) {
    if (tryDamage(failure) !== null) return false;
    throw failure;
  }
}

async function copyProven(from: BlobStore, to: BlobStore, key: string): Promise<void> {
  const blob = await from.get(key);
  if (blob === null) {
    throw new LogFailure(`${key} is whole in neither place`, { kind: 'corrupt', code: 'bloblog/missing' });
  }
  await to.put(key, blob.bytes);
  const there = await to.get(key);
  if (there === null || !isSame(there.bytes, blob.bytes)) throw damaged(key, 'is not what was just written');
}

/** Whether both are the same bytes. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
