import type { BlobStore } from '../../store/blob-store.ts';
import type { Head } from '../../objects/head.ts';
import { objectsOf } from '../../objects/objects-of.ts';
import type { LogPorts } from '../../ports.ts';
import { readHead } from '../../log/read-log.ts';
import type { MemoryStore } from '../../store/memory-store.ts';

/** What one location is held to at one moment. */
export interface Moment {
  readonly ports: LogPorts;
  readonly store: BlobStore;
  readonly where: 'first' | 'second';
  readonly log: string;
  /** Where everything must be that the location's head names. */
  readonly raw: readonly MemoryStore[];
  /** The greatest number that the location must have. */
  readonly acknowledged: number;
}

/**
 * S8 S9: at the moment of the call, a location has all that its head names, the second one names nothing that the first has let
 * go, and the log is not shorter than what was acknowledged. Rejects with what is broken.
 */
export async function checkMoment({ ports, store, where, log, raw, acknowledged }: Moment): Promise<void> {
  const present = raw.map(({ objects }) => new Set(objects.keys()));
  const there = await readHead({ ports, store }, log);
  if (there !== null) {
    const missing = objectsOf(there.head).find((key) => !present.every((keys) => keys.has(key)));
    if (missing !== undefined) throw new Error(`S8 S9: the ${where} location names ${missing}, which is gone`);
    checkSpans(there.head);
  }
  const seq = there?.head.seq ?? 0;
  if (seq < acknowledged) throw new Error(`S1 S9: the ${where} location went back to ${seq}, before ${acknowledged}`);
}

/** LOG-33: any moment is one keyframe and one segment away, so no keyframe lies within a segment, and none is missing. */
function checkSpans(head: Head): void {
  const begins = new Set([0, ...head.keyframes.map((keyframe) => keyframe.seq)]);
  for (const { from, to } of head.segments) {
    if (!begins.has(from - 1)) throw new Error(`LOG-33: the segment ${from}..${to} does not begin after a keyframe`);
    const inside = [...begins].find((seq) => seq >= from && seq < to);
    if (inside !== undefined) throw new Error(`LOG-33: the keyframe ${inside} lies within ${from}..${to}`);
  }
}
