import { commonPrefix, presentLineage } from '@bough/base';
import type { BlobStore } from '../store/blob-store.ts';
import { isContinued } from './continued.ts';
import { type Head, hasMore } from '../objects/head.ts';
import type { LogPorts } from '../ports.ts';
import { readHead } from '../log/read-log.ts';

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

/**
 * Whether the two locations of a log went apart, so that no copy makes them the same: each has changes that the other has not, or others
 * under the same numbers.
 */
export async function areApart(
  { ports, first, second }: { readonly ports: LogPorts; readonly first: BlobStore; readonly second: BlobStore },
  log: string,
): Promise<boolean> {
  const there = (await readHead({ ports, store: second }, log))?.head ?? null;
  const here = (await readHead({ ports, store: first }, log))?.head ?? null;
  if (here === null || there === null || here.writeId === there.writeId) return false;
  if (forkOf(here, there) !== null) return true;
  const [shorter, longer, store] = hasMore(there, here) ? [here, there, second] : [there, here, first];
  return shorter.seq > 0 && !(await isContinued(ports, store, shorter, longer));
}

/** What the parting means, in words. */
export function forkText({ left, from }: Fork, first: Head, second: Head): string {
  const other = left === 'first' ? second : first;
  const [one, two] = left === 'first' ? ['first', 'second'] : ['second', 'first'];
  const lost = from + 1 === other.seq ? `change ${other.seq}` : `the changes ${from + 1} to ${other.seq}`;
  return `the ${one} location lost ${lost}, which the ${two} has, and went on from ${from} under a new lineage`;
}
