import { type BlobStore, type LogPorts, purgeLog, relabelLog } from '@bough/bloblog';
import { markPurged } from '../backup/place/purged-marks.ts';
import { removeExports } from '../exports/kept-exports.ts';
import { decodeLabel, encodeCondemned } from './facts.ts';

/**
 * Removes a document for ever, from the second location first, and there once more: a copy may have been under way. Its id stays,
 * so that no backup brings it back.
 */
export async function purgeEverywhere(
  ports: Pick<LogPorts, 'clock'>,
  first: BlobStore,
  second: BlobStore | null,
  map: string,
): Promise<void> {
  // On a full disk there is room for the id only afterwards.
  const isMarked = await markPurged(first, ports, map).then(
    () => true,
    () => false,
  );
  if (second !== null) await purgeLog(second, map);
  await purgeLog(first, map);
  await removeExports(first, map);
  if (second !== null) await purgeLog(second, map);
  if (!isMarked) await markPurged(first, ports, map);
}

/**
 * Removes a document for ever if it has been in the trash since `before` or earlier; answers whether it has. It is condemned first,
 * under its head's ETag: from then on nobody can restore it, and who restored it before that moment keeps it.
 */
export async function purgeOld(
  ports: LogPorts,
  stores: { readonly first: BlobStore; readonly second: BlobStore | null },
  map: string,
  before: number,
): Promise<boolean> {
  let wasCondemned = false;
  const isOurs = await relabelLog(ports, stores.first, map, (head) => {
    const label = decodeLabel(head.label);
    wasCondemned = label.isCondemned;
    return label.trash === null || label.isCondemned || label.trash.at > before ? null : encodeCondemned(label);
  });
  if (!isOurs && !wasCondemned) return false;
  await purgeEverywhere(ports, stores.first, stores.second, map);
  return true;
}
