import type { ETag } from '../store/blob-store.ts';
import { LogFailure } from '../failure.ts';
import type { Head } from '../objects/head.ts';

/** A head of the second location, as it was read or written last. */
export interface Known {
  readonly head: Head;
  readonly etag: ETag;
}

/** One log on its way to the second location. */
export interface Lane {
  /** What is to be copied: this head, or after a failure whatever is the newest by then; null when nothing is. */
  wanted: Head | 'newest' | null;
  /** How often something was wanted. */
  asked: number;
  /** The last number that was wanted, and the last one that the second location has, as far as is known. */
  seq: number;
  there: number;
  /** What the second location had last. */
  known: Known | null;
  running: Promise<void> | null;
  /** Since when it is behind, by the wall clock. */
  sinceAt: number;
  /** Whether it is noted for the next process. */
  isMarked: boolean;
  trouble: unknown;
  /** What heads of the first location name no more, and the second may. */
  replaced: readonly Replaced[];
}

/** What tells which of two heads of a log is the newer one. */
export type HeadAge = Pick<Head, 'writeId' | 'seq' | 'edition' | 'sealedTo'>;

/** Keys that this head, and all after it, name no more. */
export interface Replaced {
  readonly by: HeadAge;
  readonly keys: readonly string[];
}

/** How far the second location is behind. */
export interface Lag {
  readonly logs: number;
  /** How many changes it lacks of them; where that is not known, as many as it may lack. */
  readonly changes: number;
  /** Logs of which the second location may lack something: nobody knows before it can be asked. */
  readonly unsure: number;
  /** Logs that went apart: nothing is copied, and a person has to decide. They are not among the others. */
  readonly apart: readonly string[];
  /** How long the oldest of them has been behind. */
  readonly oldestMs: number;
  /** What went wrong last with any of them; null: nothing has. */
  readonly trouble: unknown;
}

/** A lane that nothing is wanted on yet; `there` is what the second location has where it is not known. */
export function newLane(known: Known | null, there: number, nowMs: number): Lane {
  return {
    wanted: null,
    asked: 0,
    seq: 0,
    there: known?.head.seq ?? there,
    known,
    running: null,
    sinceAt: nowMs,
    isMarked: false,
    trouble: null,
    replaced: [],
  };
}

/** Asks for a copy of this head, or of the newest one, which ends with `seq`. */
export function want(lane: Lane, wanted: Head | 'newest', seq: number): void {
  lane.asked++;
  if (seq < lane.seq && lane.wanted !== null) return;
  lane.seq = Math.max(lane.seq, seq);
  // While it cannot be copied its bytes are not kept: they may be many, and wait for days.
  if (lane.wanted !== 'newest') lane.wanted = wanted;
}

/** How far these are behind together. */
export function lagOf(all: ReadonlyMap<string, Lane>, unsure: number, nowMs: number): Lag {
  const apart = [...all].filter(([, lane]) => isApart(lane.trouble)).map(([log]) => log);
  const lanes = [...all.values()].filter((lane) => !isApart(lane.trouble));
  return {
    logs: lanes.length,
    unsure,
    apart,
    changes: lanes.reduce((sum, lane) => sum + Math.max(0, lane.seq - lane.there), 0),
    oldestMs: lanes.reduce((oldest, lane) => Math.max(oldest, nowMs - lane.sinceAt), 0),
    trouble: lanes.find((lane) => lane.trouble !== null)?.trouble ?? null,
  };
}

/** Whether the two locations of a log have other changes under the same numbers, or one went on without what the other has. */
function isApart(trouble: unknown): boolean {
  return trouble instanceof LogFailure && (trouble.code === 'bloblog/forked' || trouble.code === 'bloblog/diverged');
}

/** Whether no later try will go better by itself. */
export function isHopeless(trouble: unknown): boolean {
  return trouble instanceof LogFailure && trouble.kind === 'corrupt';
}

/** A head that is remembered for what it names; its tail and its snapshot may weigh much more. */
export function withoutBytes(head: Head): Head {
  return { ...head, tail: [], start: head.start.kind === 'inline' ? { kind: 'empty' } : head.start };
}
