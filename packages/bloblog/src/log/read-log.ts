import type { Blob, BlobStore, ETag } from '../store/blob-store.ts';
import { isSameChain } from '../objects/chain.ts';
import { type Folded, foldedFrom, keyframeBase, unpackCheckpoints } from '../objects/checkpoint.ts';
import type { LastSeen } from '../objects/counters.ts';
import { damaged, isMissing, LogFailure } from '../failure.ts';
import { decodeHead, type Head, startSeq } from '../objects/head.ts';
import { headKey, segmentKey, type SegmentRef, snapshotKey, type SnapshotRef } from '../objects/keys.ts';
import type { Entry, LineCodec, LogPorts } from '../ports.ts';
import { decodeSegment, linesOf, type Segment } from '../objects/segment.ts';
import { decodeSnapshot, type Snapshot } from '../objects/snapshot.ts';

/** Where to read a log from, and how its changes are written. */
export interface LogSource<E extends Entry> {
  readonly ports: Pick<LogPorts, 'compression' | 'digest'>;
  readonly store: BlobStore;
  readonly codec: LineCodec<E>;
}

// An object that a head names may be gone because a newer head has replaced it (seal.ts). Then the newer head, which has the
// same changes under the same numbers, says where they are now: who misses something looks again.

/** How often something missing is looked for. */
export const LOOKS = 3;

/** The head with its ETag, or null when there is no such log. */
export async function readHead(
  source: Pick<LogSource<Entry>, 'ports' | 'store'>,
  log: string,
): Promise<{ readonly head: Head; readonly etag: ETag } | null> {
  const key = headKey(log);
  const blob = await source.store.get(key);
  if (blob === null) return null;
  const head = decodeHead(source.ports.compression, key, blob.bytes);
  if (head.log !== log) throw damaged(key, `is the head of ${head.log}`);
  return { head, etag: blob.etag };
}

/** A snapshot or a checkpoint, perhaps none, and the changes that follow on it, numbered from its `seq + 1`. */
export interface Replay<E extends Entry> {
  readonly snapshot: Snapshot | Folded | null;
  readonly entries: readonly E[];
}

/** What opening needs: the newest snapshot and all changes after it. One read more when it is not inline, and its segments. */
export async function readStart<E extends Entry>(source: LogSource<E>, head: Head): Promise<Replay<E>> {
  return replayOf(source, head, startSeq(head.start), startSnapshot(source, head), head.seq);
}

/** What is needed for the state at `seq`: the last keyframe before it and one segment; less where the head has either. */
export async function readMoment<E extends Entry>(source: LogSource<E>, head: Head, seq: number): Promise<Replay<E>> {
  if (seq < 0 || seq > head.seq) throw outOfRange(head, seq);
  return withNewest(source, head, (newest) => momentOf(source, newest, seq));
}

function momentOf<E extends Entry>(source: LogSource<E>, head: Head, seq: number): Promise<Replay<E>> {
  const start = startSeq(head.start);
  if (seq >= start) return replayOf(source, head, start, startSnapshot(source, head), seq);
  const ref = head.keyframes.findLast((keyframe) => keyframe.seq <= seq) ?? null;
  const reading = ref === null ? Promise.resolve(null) : readSnapshot(source, head.log, ref);
  return replayOf(source, head, ref?.seq ?? 0, reading, seq);
}

/** From the snapshot at `from`, or the last checkpoint after it, to `seq`. */
async function replayOf<E extends Entry>(
  source: LogSource<E>,
  head: Head,
  from: number,
  reading: Promise<Snapshot | null>,
  seq: number,
): Promise<Replay<E>> {
  const [snapshot, segments] = await Promise.all([reading, segmentsOf(source, head, from + 1, seq)]);
  const folded = snapshot === null ? null : lastCheckpoint(source, head.log, snapshot, segments[0], seq);
  const begin = folded ?? snapshot;
  return { snapshot: begin, entries: entriesOf(source, head, segments, (begin?.seq ?? 0) + 1, seq) };
}

/** The last checkpoint up to `seq` that the segment has, if it follows on the snapshot; else null. */
function lastCheckpoint(
  source: LogSource<Entry>,
  log: string,
  snapshot: Snapshot,
  segment: Segment | undefined,
  seq: number,
): Folded | null {
  if (segment === undefined || segment.from !== snapshot.seq + 1) return null;
  const checkpoints = segment.checkpoints.filter((checkpoint) => checkpoint.seq <= seq);
  const last = checkpoints.at(-1);
  if (last === undefined) return null;
  const place = `${log} ${segment.from}..${segment.to}`;
  const keyframe = keyframeBase(source.ports.compression, place, snapshot);
  return foldedFrom(place, last.seq, unpackCheckpoints(source.ports, place, checkpoints, keyframe));
}

/** The changes `from`..`to`, both included, from segments and tail. */
export async function readChanges<E extends Entry>(
  source: LogSource<E>,
  head: Head,
  from: number,
  to: number,
): Promise<readonly E[]> {
  if (from > to) return [];
  if (from < 1 || to > head.seq) throw outOfRange(head, from < 1 ? from : to);
  return withNewest(source, head, (newest) => changesOf(source, newest, from, to));
}

async function changesOf<E extends Entry>(
  source: LogSource<E>,
  head: Head,
  from: number,
  to: number,
): Promise<readonly E[]> {
  return entriesOf(source, head, await segmentsOf(source, head, from, to), from, to);
}

/** The segments that have some of the changes `from`..`to`, none of them unpacked. */
async function segmentsOf(source: LogSource<Entry>, head: Head, from: number, to: number): Promise<readonly Segment[]> {
  const refs = head.segments.filter((segment) => segment.to >= from && segment.from <= to);
  const segments = await Promise.all(refs.map((ref) => readSegment(source, head.log, ref)));
  checkJoints(head, segments);
  return segments;
}

function entriesOf<E extends Entry>(
  source: LogSource<E>,
  head: Head,
  segments: readonly Segment[],
  from: number,
  to: number,
): readonly E[] {
  const entries: E[] = [];
  for (const segment of segments) {
    const place = `${head.log} ${segment.from}..${segment.to}`;
    push(source.codec, entries, linesOf(source.ports, place, segment, from, to), place);
  }
  const tail = head.tail.slice(Math.max(0, from - head.sealedTo - 1), Math.max(0, to - head.sealedTo));
  push(source.codec, entries, tail, headKey(head.log));
  return entries;
}

/** The table of last counters as it is after a replay. */
export function countersAfter<E extends Entry>(
  codec: LineCodec<E>,
  head: Head,
  replay: Replay<E>,
): Map<string, LastSeen> {
  const table = new Map(replay.snapshot?.counters);
  let seq = replay.snapshot?.seq ?? 0;
  for (const entry of replay.entries) table.set(codec.writerOf(entry), { counter: entry.counter, seq: ++seq });
  for (const { writer, counter } of head.spent) {
    const last = table.get(writer) ?? { counter: 0, seq: 0 };
    if (counter > last.counter) table.set(writer, { counter, seq: last.seq });
  }
  return table;
}

/** A sealed segment: that one and no other; nothing of it unpacked. */
export async function readSegment(
  source: Pick<LogSource<Entry>, 'ports' | 'store'>,
  log: string,
  ref: SegmentRef,
): Promise<Segment> {
  const key = segmentKey(log, ref);
  const segment = decodeSegment(key, (await mustGet(source.store, key)).bytes);
  if (segment.log !== log || segment.from !== ref.from || segment.to !== ref.to) {
    throw damaged(key, `holds ${segment.log} ${segment.from}..${segment.to}`);
  }
  return segment;
}

/** A snapshot object. */
export async function readSnapshot(
  source: Pick<LogSource<Entry>, 'ports' | 'store'>,
  log: string,
  ref: SnapshotRef,
): Promise<Snapshot> {
  const key = snapshotKey(log, ref);
  return checkPlace(
    key,
    log,
    ref.seq,
    decodeSnapshot(source.ports.compression, key, (await mustGet(source.store, key)).bytes),
  );
}

/** What `read` finds by this head, or by a newer one where it misses something. */
async function withNewest<T>(
  source: Pick<LogSource<Entry>, 'ports' | 'store'>,
  head: Head,
  read: (head: Head) => Promise<T>,
): Promise<T> {
  let newest = head;
  for (let look = 1; ; look++) {
    try {
      return await read(newest);
    } catch (failure) {
      if (!isMissing(failure) || look === LOOKS) throw failure;
    }
    const found = await readHead(source, head.log);
    if (found !== null && found.head.seq >= head.seq) newest = found.head;
  }
}

async function startSnapshot<E extends Entry>(source: LogSource<E>, head: Head): Promise<Snapshot | null> {
  const { start } = head;
  if (start.kind === 'empty') return null;
  if (start.kind === 'object') return readSnapshot(source, head.log, start.ref);
  const key = headKey(head.log);
  return checkPlace(key, head.log, start.seq, decodeSnapshot(source.ports.compression, key, start.bytes));
}

function checkPlace(key: string, log: string, seq: number, snapshot: Snapshot): Snapshot {
  if (snapshot.log !== log || snapshot.seq !== seq) throw damaged(key, `holds ${snapshot.log} at ${snapshot.seq}`);
  return snapshot;
}

function checkJoints(head: Head, segments: readonly Segment[]): void {
  for (const [i, segment] of segments.entries()) {
    const next = segments[i + 1]?.before ?? (segment.to === head.sealedTo ? head.sealedChain : null);
    if (next !== null && !isSameChain(segment.after, next)) {
      throw damaged(`logs/${head.log}/segments/${segment.from}-${segment.to}`, 'does not join what comes after it');
    }
  }
}

function push<E extends Entry>(codec: LineCodec<E>, entries: E[], lines: readonly string[], key: string): void {
  for (const line of lines) {
    const read = codec.tryDecode(line);
    if (!read.ok) throw damaged(key, `holds a line that is no change: ${read.error}`);
    entries.push(read.value);
  }
}

async function mustGet(store: BlobStore, key: string): Promise<Blob> {
  const blob = await store.get(key);
  if (blob !== null) return blob;
  throw new LogFailure(`${key} is named by the head, but is not there`, {
    kind: 'corrupt',
    code: 'bloblog/missing',
    hint: 'Run verify: it says whether the other location has it, and reconcile copies it back.',
  });
}

function outOfRange(head: Head, seq: number): LogFailure {
  return new LogFailure(`the log ${head.log} has changes 1..${head.seq}, not ${seq}`, {
    kind: 'invalid',
    code: 'bloblog/out-of-range',
  });
}
