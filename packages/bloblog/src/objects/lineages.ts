import { isCount, isShortId, type Lineage, parseBase64Url, toBase64Url } from '@bough/base';
import { CHAIN_START } from './chain.ts';

// The lineages of a log, in its head: triples [id, from, hash chain at from], oldest first, the oldest going when there are too
// many. The id is that of the write that began the lineage, so that no two are ever the same. A new log begins with one; a location that was lost, went back to a backup or
// is another than the one where the head was written may have had more changes after the head's last: from then on the order has a new one.

/** A lineage with what the order was where it began. */
export interface LogLineage extends Lineage {
  /** The hash chain after change `from`. */
  readonly hash: Uint8Array;
}

/** The lineage of an order that begins with this write. */
export function firstLineage(writeId: string): LogLineage {
  return { id: writeId, from: 0, hash: CHAIN_START };
}

/** As the head has them. */
export function encodeLineages(lineages: readonly LogLineage[]): readonly (string | number)[] {
  return lineages.flatMap(({ id, from, hash }) => [id, from, from === 0 ? '' : toBase64Url(hash)]);
}

/** The lineages, at least one; null when the value says none. */
export function tryLineages(value: unknown): LogLineage[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length % 3 !== 0) return null;
  const lineages: LogLineage[] = [];
  for (let i = 0; i < value.length; i += 3) {
    const id: unknown = value[i];
    const from: unknown = value[i + 1];
    const text: unknown = value[i + 2];
    if (!isShortId(id) || !isCount(from)) return null;
    const hash = from === 0 ? CHAIN_START : typeof text === 'string' ? parseBase64Url(text) : null;
    if (hash === null) return null;
    lineages.push({ id, from, hash });
  }
  return lineages;
}
