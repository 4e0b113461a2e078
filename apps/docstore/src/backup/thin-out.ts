import type { LogPorts } from '@bough/bloblog';
import type { BackupPlace } from './back-up.ts';
import { claimPlace } from './claim-place.ts';
import { keysBelow } from './keys-below.ts';
import { backedUpHead, DOCUMENTS, documentPrefix, MANIFESTS, PARTS, SECRETS } from './layout.ts';
import { backupIds, readManifest } from './manifest.ts';

/**
 * Keeps the newest backups and forgets the others: their manifests first, then every object that no backup names any more. Throws
 * before it removes anything when one of those that stay cannot be read. Answers how many backups and objects went.
 */
export async function thinOut(
  { ports, place }: { readonly ports: LogPorts; readonly place: Omit<BackupPlace, 'close'> },
  keep: number,
): Promise<{ readonly backups: number; readonly objects: number }> {
  const claim = await claimPlace(ports, place.store);
  try {
    const ids = await backupIds(place.store);
    const staying = ids.slice(-Math.max(1, keep));
    const going = ids.slice(0, ids.length - staying.length);
    const named = new Set<string>();
    for (const id of staying) {
      const { documents, parts } = await readManifest(ports, place.store, id);
      for (const { map, head, objects } of documents) {
        named.add(backedUpHead(map, head));
        for (const name of objects) named.add(documentPrefix(map) + name);
      }
      for (const { lines } of parts) for (const hash of lines) named.add(PARTS + hash);
    }
    for (const id of going) {
      await claim.mustHold();
      await place.store.remove(MANIFESTS + id);
    }
    const left = new Set(staying.map((id) => SECRETS + id));
    const stale = (await keysBelow(place.raw, SECRETS)).filter((key) => !left.has(key));
    const all = [...(await keysBelow(place.store, DOCUMENTS)), ...(await keysBelow(place.store, PARTS))];
    const unnamed = [...stale, ...all.filter((key) => !named.has(key))];
    for (const [at, key] of unnamed.entries()) {
      if (at % 1_000 === 0) await claim.mustHold();
      await place.raw.remove(key);
    }
    return { backups: going.length, objects: unnamed.length };
  } finally {
    await claim.release();
  }
}
