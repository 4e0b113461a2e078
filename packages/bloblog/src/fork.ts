import { commonPrefix, presentLineage } from '@bough/base';
import type { Head } from './head.ts';

/** Where two orders of one log part: `left` is the one that went on under a lineage of its own, without what the other has after `from`. */
export interface Fork {
  readonly left: 'first' | 'second';
  readonly from: number;
}

/**
 * How the heads of two locations parted, as their lineages tell it; null when they say nothing of it: the second is a prefix of the
 * first, or the first of the second, or only their changes can tell.
 */
export function forkOf(first: Head, second: Head): Fork | null {
  const ofSecond = commonPrefix(first.lineages, { lineage: presentLineage(second.lineages), seq: second.seq });
  if (ofSecond !== null && ofSecond < second.seq) return { left: 'first', from: ofSecond };
  const ofFirst = commonPrefix(second.lineages, { lineage: presentLineage(first.lineages), seq: first.seq });
  if (ofFirst !== null && ofFirst < first.seq) return { left: 'second', from: ofFirst };
  return null;
}

/** What the parting means, in words. */
export function forkText({ left, from }: Fork, first: Head, second: Head): string {
  const other = left === 'first' ? second : first;
  const [one, two] = left === 'first' ? ['first', 'second'] : ['second', 'first'];
  const lost = from + 1 === other.seq ? `change ${other.seq}` : `the changes ${from + 1} to ${other.seq}`;
  return `the ${one} location lost ${lost}, which the ${two} has, and went on from ${from} under a new lineage`;
}
