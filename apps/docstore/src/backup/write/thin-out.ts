import type { LogPorts } from '@bough/bloblog';
import type { BackupPlace } from './back-up.ts';
import { claimPlace } from '../place/claim-place.ts';
import { keysBelow } from '../place/keys-below.ts';
import { backedUpHead, DOCUMENTS, documentPrefix, MANIFESTS, PARTS, SECRETS } from '../place/layout.ts';
import { backupIds, type DamagedBackup, type Manifest, tryManifest } from '../place/manifest.ts';

/**
 * Keeps the newest backups that can be read and forgets the others: their manifests first, then every object that no backup names any more.
 * A damaged one goes when it is older than all that stay; as long as one is not, no object goes, since it may name it. Answers how many
 * backups and objects went, and what is damaged about those that stay.
 */
export async function thinOut(
  { ports, place }: { readonly ports: LogPorts; readonly place: Omit<BackupPlace, 'close'> },
  keep: number,
): Promise<{ readonly backups: number; readonly objects: number; readonly damaged: readonly DamagedBackup[] }> {
  const claim = await claimPlace(ports, place.store);
  try {
    const named = new Set<string>();
    const [staying, going]: [Set<string>, string[]] = [new Set(), []];
    const damaged: DamagedBackup[] = [];
    let count = 0;
    for (const id of (await backupIds(place.store)).toReversed()) {
      const manifest = count < Math.max(1, keep) ? await tryManifest(ports, place.store, id) : null;
      if (manifest === null) going.push(id);
      else staying.add(SECRETS + id);
      if (manifest !== null && 'why' in manifest) damaged.push(manifest);
      else if (manifest !== null) {
        count++;
        for (const key of keysOf(manifest)) named.add(key);
      }
    }
    if (count === 0) return { backups: 0, objects: 0, damaged };
    for (const id of going) {
      await claim.mustHold();
      await place.store.remove(MANIFESTS + id);
    }
    const stale = (await keysBelow(place.raw, SECRETS)).filter((key) => !staying.has(key));
    const all =
      damaged.length > 0
        ? []
        : [...(await keysBelow(place.store, DOCUMENTS)), ...(await keysBelow(place.store, PARTS))];
    const unnamed = [...stale, ...all.filter((key) => !named.has(key))];
    for (const [at, key] of unnamed.entries()) {
      if (at % 1_000 === 0) await claim.mustHold();
      await place.raw.remove(key);
    }
    return { backups: going.length, objects: unnamed.length, damaged };
  } finally {
    await claim.release();
  }
}

/** Everything that a backup names. */
function* keysOf({ documents, parts }: Manifest): Generator<string> {
  for (const { map, head, objects } of documents) {
    yield backedUpHead(map, head);
    for (const name of objects) yield documentPrefix(map) + name;
  }
  for (const { lines } of parts) for (const hash of lines) yield PARTS + hash;
}
