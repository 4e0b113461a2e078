import { DEFAULT_BACKOFF } from './backoff.ts';
import type { BlobStore, ETag } from './blob-store.ts';
import { LogFailure, tryDamage } from './failure.ts';
import { encodeHead, type Head } from './head.ts';
import { headKey, segmentKey } from './keys.ts';
import { renewedHead } from './lineages.ts';
import { Mirror, type MirrorParts } from './mirror.ts';
import { objectsOf } from './objects-of.ts';
import type { Entry, LineCodec, LogPorts } from './ports.ts';
import { readHead, readSegment } from './read-log.ts';
import { keysApart, repairObjects } from './repair-log.ts';
import { provenLines } from './segment.ts';
import { writeHead } from './write-head.ts';

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
  const kept = await readHead({ ports: parts.ports, store: right }, log);
  if (kept === null) {
    throw new LogFailure(`the ${keep} location has no ${log}`, { kind: 'corrupt', code: 'bloblog/missing' });
  }
  const lines = await allLines(parts.ports, right, kept.head);
  const theirs = await tryAll(parts.ports, other, log);
  const parting = theirs.lines?.findIndex((line, i) => line !== lines[i]) ?? -1;
  const same = parting === -1 ? Math.min(lines.length, theirs.lines?.length ?? 0) : parting;
  const lost = theirs.lines?.slice(same).flatMap((line) => {
    const entry = parts.codec.tryDecode(line);
    return entry.ok ? [entry.value] : [];
  });
  const settle = (): Promise<void> => overwrite(parts, { log, keep, head: kept.head, etag: theirs.etag });
  return { kept: kept.head.seq, from: same + 1, lost: lost ?? null, settle };
}

async function overwrite(
  parts: MirrorParts,
  { log, keep, head, etag }: { log: string; keep: 'first' | 'second'; head: Head; etag: ETag | null },
): Promise<void> {
  const { ports, first, second } = parts;
  const [right, other] = keep === 'first' ? [first, second] : [second, first];
  const { lost } = await repairObjects(other, right, [...objectsOf(head), ...(await keysApart(right, right, log))]);
  const [missing] = lost;
  if (missing !== undefined) throw new LogFailure(missing.why, { kind: 'corrupt', code: 'bloblog/damaged' });
  // Whoever holds numbers of the first location that go must not take the kept ones for them.
  const next = keep === 'first' ? head : renewedHead(ports, head);
  const write = { key: headKey(log), etag, bytes: encodeHead(ports.compression, next), writeId: next.writeId };
  const outcome = await writeHead({ ...ports, store: other }, write, DEFAULT_BACKOFF);
  if (outcome.kind === 'lost') {
    throw new LogFailure(`${log} was written to meanwhile`, { kind: 'conflict', code: 'bloblog/lost' });
  }
  if (keep === 'second') await new Mirror(parts, { backoff: DEFAULT_BACKOFF }).copy(next);
}

async function tryAll(
  ports: LogPorts,
  store: BlobStore,
  log: string,
): Promise<{ readonly lines: readonly string[] | null; readonly etag: ETag | null }> {
  try {
    const found = await readHead({ ports, store }, log);
    if (found === null) return { lines: [], etag: null };
    const lines = await allLines(ports, store, found.head).catch((failure: unknown) => {
      if (tryDamage(failure) === null) throw failure;
      return null;
    });
    return { lines, etag: found.etag };
  } catch (failure) {
    const damage = tryDamage(failure);
    if (damage === null) throw failure;
    return { lines: null, etag: damage.etag };
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
