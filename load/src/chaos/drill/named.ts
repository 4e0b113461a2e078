import { ok } from '@bough/base';
import {
  type BlobStore,
  entriesBelow,
  type Head,
  headKey,
  isApart,
  type LineCodec,
  logPrefix,
  objectsOf,
  readHead,
  readMoment,
} from '@bough/bloblog';
import { LOG_PORTS } from '../../bough/log-ports.ts';

/** Of lines that nobody reads. */
const LINES: LineCodec<{ readonly counter: number }> = {
  encode: () => '',
  tryDecode: () => ok({ counter: 0 }),
  writerOf: () => '',
};

/** The head of a log as it stands there now; throws when there is none. */
export async function mustHead(store: BlobStore, log: string): Promise<{ readonly head: Head; readonly etag: string }> {
  const found = await readHead({ ports: LOG_PORTS, store }, log);
  if (found === null) throw new Error(`no head of ${log}`);
  return found;
}

/** Where a docstore begins that opens the log. */
export interface Beginning {
  readonly kind: 'snapshot' | 'checkpoint';
  readonly seq: number;
}

/** At the snapshot that its head begins with, or at a checkpoint where that lies behind it. */
export async function beginningOf(store: BlobStore, log: string): Promise<Beginning> {
  const { head } = await mustHead(store, log);
  const { kind } = head.start;
  const start = kind === 'empty' ? 0 : kind === 'inline' ? head.start.seq : head.start.ref.seq;
  const { snapshot } = await readMoment({ ports: LOG_PORTS, store, codec: LINES }, head, head.seq);
  const seq = snapshot?.seq ?? 0;
  return { kind: seq > start ? 'checkpoint' : 'snapshot', seq };
}

/** S1: what was acknowledged is in the head that is there now; null: nothing was. */
export async function unkeptProblems(
  { first, log }: { readonly first: BlobStore; readonly log: string },
  seq: number | null,
  when: string,
): Promise<readonly string[]> {
  const { head } = await mustHead(first, log);
  if (seq === null || head.seq >= seq) return [];
  return [`S1: change ${seq} was acknowledged ${when}, and the head has ${head.seq}`];
}

/**
 * What the head in `heads` names that is not in `kept`, the same location or the other one. Empty where another head has come meanwhile: that
 * one may name others.
 */
export async function missingObjects(heads: BlobStore, kept: BlobStore, log: string): Promise<readonly string[]> {
  const before = await mustHead(heads, log);
  const there = new Set(await keysBelow(kept, log));
  const missing: string[] = [];
  for (const key of objectsOf(before.head)) if (!there.has(key) && (await kept.get(key)) === null) missing.push(key);
  if (missing.length === 0) return [];
  return (await mustHead(heads, log)).etag === before.etag ? missing : [];
}

/** Writes the head as it stands there, in a write of its own, as collecting does: whoever had read it before has lost it. False: another came between. */
export async function rewriteHead(store: BlobStore, log: string): Promise<boolean> {
  const there = await store.get(headKey(log));
  return there !== null && (await store.replaceIf(headKey(log), there.etag, there.bytes)).kind === 'written';
}

/** The log's objects that its head does not name (yet, or any more). */
export async function unnamedObjects(store: BlobStore, log: string): Promise<readonly string[]> {
  const keys = await keysBelow(store, log);
  const named = new Set(objectsOf((await mustHead(store, log)).head));
  return keys.filter((key) => !named.has(key) && !isApart(log, key));
}

async function keysBelow(store: BlobStore, log: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of entriesBelow(store, logPrefix(log))) keys.push(key);
  return keys;
}
