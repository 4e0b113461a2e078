import { DEFAULT_BACKOFF } from '../store/store-backoff.ts';
import type { BlobStore, ETag } from '../store/blob-store.ts';
import { LogFailure, tryDamage } from '../failure.ts';
import { encodeHead, type Head } from '../objects/head.ts';
import { headKey, segmentKey } from '../objects/keys.ts';
import { renewedHead } from '../objects/renewed-head.ts';
import { Mirror, type MirrorParts } from './mirror.ts';
import { objectsOf } from '../objects/objects-of.ts';
import type { Entry, LineCodec, LogPorts } from '../ports.ts';
import { readHead, readSegment } from '../log/read-log.ts';
import { keysApart } from './apart.ts';
import { repairObjects } from '../upkeep/repair-log.ts';
import { provenLines } from '../objects/segment.ts';
import { writeHead } from '../log/write-head.ts';

// Two locations of one log that are not prefixes of each other are settled by a person: one is kept, the other becomes what that one
// is, under the ETag of the head that was looked at. What only the other one has is lost, and is told before.

/** What settling one log would do. */
export interface Settlement<E extends Entry> {
  /** The last number that is kept. */
  readonly kept: number;
  /** From where on the two are not the same. */
  readonly from: number;
  /** The changes that only the other location has, in order; null: it cannot be read, so nobody knows. */
  readonly lost: readonly E[] | null;
  /** Does it; throws a conflict when either has been written to since. */
  readonly settle: () => Promise<void>;
}

/** Looks at a log of which the location `keep` is right; throws when that one cannot be read whole. */
export async function settlement<E extends Entry>(
  parts: MirrorParts & { readonly codec: LineCodec<E> },
  log: string,
  keep: 'first' | 'second',
): Promise<Settlement<E>> {
  const [right, other] = keep === 'first' ? [parts.first, parts.second] : [parts.second, parts.first];
  const what = `the ${keep} location`;
  const { kept, theirs, ...facts } = await compared(parts, log, { right, other, what });
  const settle = (): Promise<void> => overwrite(parts, { keep, head: kept, etag: theirs.etag });
  return { ...facts, kept: kept.seq, settle };
}

/** What going back would do, beside what settling tells. */
export interface GoingBack<E extends Entry> extends Settlement<E> {
  /** The last number that the log has now; null: its head cannot be read. */
  readonly last: number | null;
}

/**
 * Looks at a log of `store` that cannot be repaired, and is to be again what `source`, a backup or another location, has of it; throws when
 * that cannot be read whole. Doing it begins a new lineage.
 */
export async function goingBack<E extends Entry>(
  parts: {
    readonly ports: LogPorts;
    readonly store: BlobStore;
    readonly source: BlobStore;
    readonly codec: LineCodec<E>;
  },
  log: string,
): Promise<GoingBack<E>> {
  const { ports, store, source } = parts;
  const { kept, theirs, ...facts } = await compared(parts, log, { right: source, other: store, what: 'the source' });
  const settle = async (): Promise<void> => {
    await mustRepair(store, source, kept);
    const edition = Math.max(kept.edition, theirs.head?.edition ?? 0);
    await putHead({ ...ports, store }, renewedHead(ports, { ...kept, edition }), theirs.etag);
  };
  return { ...facts, kept: kept.seq, last: theirs.head?.seq ?? null, settle };
}

async function compared<E extends Entry>(
  { ports, codec }: { readonly ports: LogPorts; readonly codec: LineCodec<E> },
  log: string,
  { right, other, what }: { readonly right: BlobStore; readonly other: BlobStore; readonly what: string },
): Promise<Omit<Settlement<E>, 'kept' | 'settle'> & { readonly kept: Head; readonly theirs: Theirs }> {
  const found = await readHead({ ports, store: right }, log);
  if (found === null) throw new LogFailure(`${what} has no ${log}`, { kind: 'corrupt', code: 'bloblog/missing' });
  const lines = await allLines(ports, right, found.head);
  const theirs = await tryAll(ports, other, log);
  const parting = theirs.lines?.findIndex((line, i) => line !== lines[i]) ?? -1;
  const same = parting === -1 ? Math.min(lines.length, theirs.lines?.length ?? 0) : parting;
  const lost = theirs.lines?.slice(same).flatMap((line) => {
    const entry = codec.tryDecode(line);
    return entry.ok ? [entry.value] : [];
  });
  return { kept: found.head, theirs, from: same + 1, lost: lost ?? null };
}

async function overwrite(
  parts: MirrorParts,
  { keep, head, etag }: { keep: 'first' | 'second'; head: Head; etag: ETag | null },
): Promise<void> {
  const { ports, first, second } = parts;
  const [right, other] = keep === 'first' ? [first, second] : [second, first];
  await mustRepair(other, right, head);
  // Whoever holds numbers of the first location that go must not take the kept ones for them.
  const next = keep === 'first' ? head : renewedHead(ports, head);
  await putHead({ ...ports, store: other }, next, etag);
  if (keep === 'second') await new Mirror(parts, { backoff: DEFAULT_BACKOFF }).copy(next);
}

/** Brings everything that the head names, and what stands apart, from where it is whole. */
async function mustRepair(store: BlobStore, source: BlobStore, head: Head): Promise<void> {
  const apart = await keysApart([source], head.log);
  const [missing] = (await repairObjects(store, source, [...objectsOf(head), ...apart])).lost;
  if (missing !== undefined) throw new LogFailure(missing.why, { kind: 'corrupt', code: 'bloblog/damaged' });
}

async function putHead(ports: LogPorts & { readonly store: BlobStore }, head: Head, etag: ETag | null): Promise<void> {
  const write = { key: headKey(head.log), etag, bytes: encodeHead(ports.compression, head), writeId: head.writeId };
  if ((await writeHead(ports, write, DEFAULT_BACKOFF)).kind === 'won') return;
  throw new LogFailure(`${head.log} was written to meanwhile`, { kind: 'conflict', code: 'bloblog/lost' });
}

/** What the other one has; `lines` null: not all of it can be read. */
interface Theirs {
  readonly head: Head | null;
  readonly lines: readonly string[] | null;
  readonly etag: ETag | null;
}

async function tryAll(ports: LogPorts, store: BlobStore, log: string): Promise<Theirs> {
  try {
    const found = await readHead({ ports, store }, log);
    if (found === null) return { head: null, lines: [], etag: null };
    const lines = await allLines(ports, store, found.head).catch((failure: unknown) => {
      if (tryDamage(failure) === null) throw failure;
      return null;
    });
    return { head: found.head, lines, etag: found.etag };
  } catch (failure) {
    const damage = tryDamage(failure);
    if (damage === null) throw failure;
    return { head: null, lines: null, etag: damage.etag };
  }
}

async function allLines(ports: LogPorts, store: BlobStore, head: Head): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const ref of head.segments) {
    const segment = await readSegment({ ports, store }, head.log, ref);
    for (const line of provenLines(ports, segmentKey(head.log, ref), segment)) lines.push(line);
  }
  return [...lines, ...head.tail];
}
