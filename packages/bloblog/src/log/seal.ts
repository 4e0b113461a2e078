import type { BlobStore } from '../store/blob-store.ts';
import { checkpointBase, keyframeBase, makeCheckpoint, unpackCheckpoints } from '../objects/checkpoint.ts';
import type { Counters } from '../objects/counters.ts';
import type { Head, Spent, Start } from '../objects/head.ts';
import { segmentKey, type SegmentRef, snapshotKey, type SnapshotRef } from '../objects/keys.ts';
import type { LogPorts } from '../ports.ts';
import { readSegment, readSnapshot } from './read-log.ts';
import { encodeSegment, joinSegments, makeSegment, type Segment } from '../objects/segment.ts';
import type { LogSettings } from '../settings.ts';
import { encodeSnapshot, type Snapshot } from '../objects/snapshot.ts';

// Sealing takes lines out of the tail into a segment, and folds the state into a snapshot where that pays. Between two
// keyframes lies one segment, so that any moment is one keyframe and one segment away: what is sealed there is joined to what
// the segment held before, in a new object. Once that weighs enough, the state becomes a keyframe and the next segment begins; now
// and then on the way, the segment gets a checkpoint.
// Objects are written first; the next head names them. A crash in between leaves objects that nothing names: harmless,
// collected later. What the next head names no more is removed when no location's head can name it again (mirror.ts).

/** What a finished sealing gives to the next head. */
export interface Sealed {
  /** It takes the place of the segment that begins with the same number. */
  readonly segment: SegmentRef;
  readonly chain: Uint8Array;
  /** null: opening begins where it began. */
  readonly start: Start | null;
  readonly keyframe: SnapshotRef | null;
  /** The table that the snapshot has; null when none was made. */
  readonly counters: Counters | null;
}

/** What is to be written before a head may name it. */
export interface SealPlan {
  readonly run: Segment;
  /** What the run is joined to; null: it begins a segment. */
  readonly grows: SegmentRef | null;
  readonly snapshot: { readonly key: string; readonly bytes: Uint8Array } | null;
  /** What the segment's next checkpoint packs, and the keyframe that the segment follows on. */
  readonly checkpoint: { readonly base: Uint8Array; readonly keyframe: SnapshotRef } | null;
  readonly rest: Pick<Sealed, 'start' | 'keyframe' | 'counters'>;
}

type SealPorts = Pick<LogPorts, 'digest' | 'compression' | 'ids'>;

/** What sealing these lines makes; `state` is asked for only when a snapshot or a checkpoint is due, at once. */
export function planSeal(
  ports: SealPorts,
  settings: LogSettings,
  head: Head,
  lines: readonly string[],
  counters: Counters,
  state: () => Uint8Array,
): SealPlan {
  const run = makeSegment(ports, head.log, head.sealedTo + 1, lines, head.sealedChain);
  const grows = openSegment(head);
  const spanBytes = (grows?.size ?? 0) + (run.frames[0]?.bytes.length ?? 0);
  const known = snapshotBytes(head);
  const table = new Map(counters);
  const keyframe = isCheckpointDue(settings, grows?.size ?? 0, spanBytes, known)
    ? keyframeBefore(head, grows ?? run)
    : null;
  if (known > settings.freshBytes && !isSpanFull(settings, spanBytes, known)) {
    const checkpoint = keyframe && { base: checkpointBase(table, state()), keyframe };
    return { run, grows, snapshot: null, checkpoint, rest: { start: null, keyframe: null, counters: null } };
  }
  const now = state();
  const bytes = encodeSnapshot(ports.compression, {
    log: head.log,
    seq: run.to,
    chain: run.after,
    counters: table,
    packedState: ports.compression.compress(now, 'small'),
  });
  const ref: SnapshotRef = { seq: run.to, id: ports.ids.short(), size: bytes.length };
  const isInline = bytes.length <= settings.inlineBytes;
  const isKeyframe = isSpanFull(settings, spanBytes, bytes.length);
  const start: Start = isInline ? { kind: 'inline', seq: ref.seq, bytes } : { kind: 'object', ref };
  return {
    run,
    grows,
    snapshot: isInline && !isKeyframe ? null : { key: snapshotKey(head.log, ref), bytes },
    checkpoint: keyframe === null || isKeyframe ? null : { base: checkpointBase(table, now), keyframe },
    rest: { start, keyframe: isKeyframe ? ref : null, counters: table },
  };
}

/** Writes what was planned, all at once; rejects when the segment that is to grow is not what it should be. */
export async function writeSeal(ports: SealPorts, store: BlobStore, log: string, plan: SealPlan): Promise<Sealed> {
  const { run, grows, snapshot, checkpoint, rest } = plan;
  const keeping = snapshot === null ? null : store.put(snapshot.key, snapshot.bytes);
  const reading = checkpoint && readSnapshot({ ports, store }, log, checkpoint.keyframe);
  const [whole, keyframe] = await Promise.all([grown(ports, store, log, grows, run), reading, keeping]);
  const segment =
    checkpoint === null || keyframe === null ? whole : withCheckpoint(ports, whole, keyframe, checkpoint.base);
  const bytes = encodeSegment(segment);
  const ref: SegmentRef = { from: segment.from, to: segment.to, id: ports.ids.short(), size: bytes.length };
  await store.put(segmentKey(log, ref), bytes);
  return { ...rest, segment: ref, chain: run.after };
}

/** The head as it is once the sealing counts; its tail still holds every line after the old `sealedTo`. */
export function withSealed(head: Head, sealed: Sealed): Head {
  const { segment, chain, keyframe, counters } = sealed;
  return {
    ...head,
    segments: [...head.segments.filter((each) => each.from < segment.from), segment],
    sealedTo: segment.to,
    sealedChain: chain,
    start: sealed.start ?? head.start,
    keyframes: keyframe === null ? head.keyframes : [...head.keyframes, keyframe],
    spent: stillSpent(head.spent, counters),
    tail: head.tail.slice(segment.to - head.sealedTo),
  };
}

/** The spent counters that a snapshot's table does not have. */
export function stillSpent(spent: readonly Spent[], counters: Counters | null): readonly Spent[] {
  if (counters === null) return spent;
  return spent.filter((each) => (counters.get(each.writer)?.counter ?? 0) < each.counter);
}

async function grown(
  ports: SealPorts,
  store: BlobStore,
  log: string,
  grows: SegmentRef | null,
  run: Segment,
): Promise<Segment> {
  if (grows === null) return run;
  return joinSegments(segmentKey(log, grows), await readSegment({ ports, store }, log, grows), run);
}

/** The segment with one more checkpoint, at its end. */
function withCheckpoint(ports: SealPorts, segment: Segment, keyframe: Snapshot, base: Uint8Array): Segment {
  const place = `${segment.log} ${segment.from}..${segment.to}`;
  const first = keyframeBase(ports.compression, place, keyframe);
  const before = unpackCheckpoints(ports, place, segment.checkpoints, first);
  return { ...segment, checkpoints: [...segment.checkpoints, makeCheckpoint(ports, segment.to, base, before)] };
}

/** The keyframe that the segment follows on, or null when it is the log's first. */
function keyframeBefore(head: Head, segment: { readonly from: number }): SnapshotRef | null {
  return head.keyframes.find((keyframe) => keyframe.seq === segment.from - 1) ?? null;
}

/** Whether the segment grows over the next of the places, evenly spaced, where it is to have a checkpoint. */
function isCheckpointDue(settings: LogSettings, fromBytes: number, toBytes: number, snapshotSize: number): boolean {
  const step = Math.max(settings.checkpointBytes, snapshotSize / settings.checkpoints);
  return Math.floor(toBytes / step) > Math.floor(fromBytes / step);
}

/** The segment after the last keyframe, or null when the next one to be sealed begins there. */
function openSegment(head: Head): SegmentRef | null {
  const last = head.segments.at(-1);
  return last !== undefined && last.from > (head.keyframes.at(-1)?.seq ?? 0) ? last : null;
}

/** How big the newest snapshot is; 0 when there is none. */
function snapshotBytes(head: Head): number {
  const { start } = head;
  return start.kind === 'empty' ? 0 : start.kind === 'inline' ? start.bytes.length : start.ref.size;
}

function isSpanFull(settings: LogSettings, spanBytes: number, snapshotSize: number): boolean {
  return spanBytes >= Math.max(settings.spanBytes, settings.keyframeRatio * snapshotSize);
}
