import { LINEAGES_MOST } from '@bough/base';
import { chainOver } from './chain.ts';
import type { Head } from './head.ts';
import type { LogLineage } from './lineages.ts';
import type { LogPorts } from '../ports.ts';

/** The head as a write makes it that begins a new lineage after its last change: for whatever brings a log back to an earlier state. */
export function renewedHead({ digest, ids }: Pick<LogPorts, 'digest' | 'ids'>, head: Head): Head {
  const writeId = ids.short();
  const next: LogLineage = { id: writeId, from: head.seq, hash: chainOver(digest, head.sealedChain, head.tail) };
  const lineages = [...head.lineages, next].slice(-LINEAGES_MOST);
  return { ...head, writeId, edition: head.edition + 1, lineages };
}
