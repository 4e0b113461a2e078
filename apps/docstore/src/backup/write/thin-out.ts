import { isStoreFull, type LogPorts } from '@bough/bloblog';
import type { BackupPlace } from './back-up.ts';
import { type Claim, claimPlace } from '../place/claim-place.ts';
import { keysBelow } from '../place/keys-below.ts';
import { backedUpHead, DOCUMENTS, documentPrefix, MANIFESTS, PARTS, SECRETS } from '../place/layout.ts';
import { backupIds, type DamagedBackup, type Manifest, tryManifest } from '../place/manifest.ts';

/** Backups that are to be thinned out. */
export interface Thinning {
  readonly ports: LogPorts;
  readonly place: Omit<BackupPlace, 'close'>;
  /** How many stay: the newest that can be read. */
  readonly keep: number;
}

/** What goes. */
export interface Going {
  /** Ids of backups. */
  readonly backups: readonly string[];
  /** Keys of what no backup names any more. */
  readonly objects: readonly string[];
  /** What is damaged about those that stay. */
  readonly damaged: readonly DamagedBackup[];
}

/** What went. */
export interface Gone {
  readonly backups: number;
  readonly objects: number;
  readonly damaged: readonly DamagedBackup[];
}

/**
 * What goes when the newest backups that can be read stay: the others, and every object that only they name. A damaged one goes when it is
 * older than all that stay; as long as one is not, no object goes, since it may name it.
 */
export async function whatGoes({ ports, place, keep }: Thinning): Promise<Going> {
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
  if (count === 0) return { backups: [], objects: [], damaged };
  const stale = (await keysBelow(place.raw, SECRETS)).filter((key) => !staying.has(key));
  const all =
    damaged.length > 0 ? [] : [...(await keysBelow(place.store, DOCUMENTS)), ...(await keysBelow(place.store, PARTS))];
  return { backups: going, objects: [...stale, ...all.filter((key) => !named.has(key))], damaged };
}

/** Forgets what goes: manifests first, then every object that no backup names any more. */
export async function thinOut(thinning: Thinning): Promise<Gone> {
  const { place } = thinning;
  const { claim, before } = await claimed(thinning);
  try {
    const { backups, objects, damaged } = await whatGoes(thinning);
    for (const id of backups) {
      await claim.mustHold();
      await place.store.remove(MANIFESTS + id);
    }
    for (const [at, key] of objects.entries()) {
      if (at % 1_000 === 0) await claim.mustHold();
      await place.raw.remove(key);
    }
    return { backups: before.backups + backups.length, objects: before.objects + objects.length, damaged };
  } finally {
    await claim.release();
  }
}

/**
 * Takes the place. Where it has no room for a claim no backup can begin there either: one thing after the other goes then, until it has. A
 * claim that somebody has is seen all the same.
 */
async function claimed(
  thinning: Thinning,
): Promise<{ readonly claim: Claim; readonly before: Pick<Gone, 'backups' | 'objects'> }> {
  const { ports, place } = thinning;
  const before = { backups: 0, objects: 0 };
  for (;;) {
    let claim: Claim | null = null;
    try {
      claim = await claimPlace(ports, place.store);
      // There may be room for it and for nothing more.
      await claim.mustHold();
      return { claim, before };
    } catch (failure) {
      await claim?.release();
      if (!isStoreFull(failure)) throw failure;
      const { backups, objects } = await whatGoes(thinning);
      const [oldest, object] = [backups.at(-1), objects[0]];
      if (oldest !== undefined) {
        await place.store.remove(MANIFESTS + oldest);
        before.backups++;
      } else if (object !== undefined) {
        await place.raw.remove(object);
        before.objects++;
      } else throw failure;
    }
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
