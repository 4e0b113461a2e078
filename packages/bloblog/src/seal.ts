import type { BlobStore } from './blob-store.ts';
import type { Counters } from './counters.ts';
import { type Head, type Spent, type Start, startSeq } from './head.ts';
import { segmentKey, type SegmentRef, snapshotKey, type SnapshotRef } from './keys.ts';
import type { LogPorts } from './ports.ts';
import { encodeSegment, makeSegment } from './segment.ts';
import type { LogSettings } from './settings.ts';
import { encodeSnapshot } from './snapshot.ts';

// Sealing takes lines out of the tail into a segment, and folds the state into a snapshot where that pays. Objects are
// written first; the next head names them. A crash in between leaves objects that nothing names: harmless, collected later.

/** What a finished sealing gives to the next head. */
export interface Sealed {
  readonly segment: SegmentRef;
  readonly chain: Uint8Array;
  /** null: opening begins where it began. */
  readonly start: Start | null;
  readonly keyframe: SnapshotRef | null;
  /** The table that the snapshot has; null when none was made. */
  readonly counters: Counters | null;
}

/** Objects to be written, each under its key, before a head may name them. */
export interface SealPlan {
  readonly sealed: Sealed;
  readonly objects: readonly { readonly key: string; readonly bytes: Uint8Array }[];
}

type SealPorts = Pick<LogPorts, 'digest' | 'compression' | 'ids'>;

/** What sealing these lines makes; `state` is asked for only when a snapshot is due, at once. */
export function planSeal(
  ports: SealPorts,
  settings: LogSettings,
  head: Head,
  lines: readonly string[],
  counters: Counters,
  state: () => Uint8Array,
): SealPlan {
  const made = makeSegment(ports, head.log, head.sealedTo + 1, lines, head.sealedChain);
  const bytes = encodeSegment(ports, made);
  const segment: SegmentRef = { from: made.from, to: made.to, id: ports.ids.short(), size: bytes.length };
  const objects = [{ key: segmentKey(head.log, segment), bytes }];
  const sealed = { segment, chain: made.after };
  const sinceBytes = sizeSince(head, keyframeSeq(head)) + bytes.length;
  if (head.start.kind === 'object' && sinceBytes < settings.keyframeRatio * head.start.ref.size) {
    return { sealed: { ...sealed, start: null, keyframe: null, counters: null }, objects };
  }
  const table = new Map(counters);
  const packedState = ports.compression.compress(state(), 'small');
  const snapshot = encodeSnapshot(ports.compression, {
    log: head.log,
    seq: segment.to,
    chain: made.after,
    counters: table,
    packedState,
  });
  const isInline = snapshot.length <= settings.inlineBytes;
  const isKeyframe = !isInline || sinceBytes >= settings.keyframeRatio * snapshot.length;
  const ref: SnapshotRef = { seq: segment.to, id: ports.ids.short(), size: snapshot.length };
  if (isKeyframe) objects.push({ key: snapshotKey(head.log, ref), bytes: snapshot });
  const start: Start = isInline ? { kind: 'inline', seq: ref.seq, bytes: snapshot } : { kind: 'object', ref };
  return { sealed: { ...sealed, start, keyframe: isKeyframe ? ref : null, counters: table }, objects };
}

/** How long the tail may grow, in bytes of its lines: longer under a big snapshot, so that few segments lie between two of them. */
export function tailBound(settings: LogSettings, head: Head): number {
  const { start } = head;
  const snapshotBytes = start.kind === 'object' ? start.ref.size : 0;
  return Math.max(settings.tailBytes, Math.min(MOST_TAILS * settings.tailBytes, 2 * snapshotBytes));
}

const MOST_TAILS = 8;

/** Writes the objects of a plan, all at once. */
export async function writeObjects(store: BlobStore, plan: SealPlan): Promise<void> {
  await Promise.all(plan.objects.map((object) => store.put(object.key, object.bytes)));
}

/** The head as it is once the sealing counts; its tail still holds every line after the old `sealedTo`. */
export function withSealed(head: Head, sealed: Sealed): Head {
  const { segment, chain, keyframe, counters } = sealed;
  return {
    ...head,
    segments: [...head.segments, segment],
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
  return spent.filter((each) => (counters.get(each.client)?.counter ?? 0) < each.counter);
}

function keyframeSeq(head: Head): number {
  return Math.max(head.keyframes.at(-1)?.seq ?? 0, head.start.kind === 'object' ? startSeq(head.start) : 0);
}

function sizeSince(head: Head, seq: number): number {
  return head.segments.reduce((sum, segment) => (segment.to > seq ? sum + segment.size : sum), 0);
}
