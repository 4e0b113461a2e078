import type { Head } from './head.ts';
import { segmentKey, snapshotKey } from './keys.ts';

/** The keys of all objects that a head names, in the order in which they are to be copied. */
export function objectsOf(head: Head): readonly string[] {
  const refs = head.start.kind === 'object' ? [...head.keyframes, head.start.ref] : head.keyframes;
  return [
    ...head.segments.map((segment) => segmentKey(head.log, segment)),
    ...new Set(refs.map((ref) => snapshotKey(head.log, ref))),
  ];
}

/**
 * What `before` names and `after`, which took its place, does not. Heads are only ever replaced under their ETag, so no later
 * head of that location can name it again: whoever had read one that does has lost its ETag.
 */
export function replacedBy(before: Head, after: Head): readonly string[] {
  const named = new Set(objectsOf(after));
  return objectsOf(before).filter((key) => !named.has(key));
}
