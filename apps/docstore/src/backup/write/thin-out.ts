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
 * older than all that stay; as long as one is not, no object goes, since it may name it. The newest secrets stay.
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
  // A passphrase opens the whole place with the newest secrets, whichever backup they were made with.
  const stale = (await keysBelow(place.raw, SECRETS)).slice(0, -1).filter((key) => !staying.has(key));
  const all =
    damaged.length > 0 ? [] : [...(await keysBelow(place.store, DOCUMENTS)), ...(await keysBelow(place.store, PARTS))];
  return { backups: going, objects: [...stale, ...all.filter((key) => !named.has(key))], damaged };
}

/**
 * Forgets what goes: manifests first, then every object that no backup names any more. Where the place has no room for a claim no backup can
 * begin there either: one thing after the other goes then, until it has.
 */
export async function thinOut(thinning: Thinning): Promise<Gone> {
  const { place } = thinning;
  const hold = new Hold(thinning);
  const gone = { backups: 0, objects: 0 };
  try {
    for (;;) {
      const isOurs = await hold.try();
      const { backups, objects, damaged } = await whatGoes(thinning);
      for (const id of isOurs ? backups : backups.slice(-1)) {
        if (isOurs) await hold.must();
        await place.store.remove(MANIFESTS + id);
        gone.backups++;
      }
      for (const [at, key] of (isOurs ? objects : objects.slice(0, backups.length > 0 ? 0 : 1)).entries()) {
        if (isOurs && at % 1_000 === 0) await hold.must();
        await place.raw.remove(key);
        gone.objects++;
      }
      if (isOurs || backups.length + objects.length === 0) return { ...gone, damaged };
    }
  } finally {
    await hold.release();
  }
}

/** The claim on a place that may have no room for it. */
class Hold {
  readonly #thinning: Thinning;
  #claim: Claim | null = null;

  constructor(thinning: Thinning) {
    this.#thinning = thinning;
  }

  /** false: there is no room for it, or for it and nothing more. Throws where somebody else has the place. */
  async try(): Promise<boolean> {
    const { ports, place } = this.#thinning;
    try {
      this.#claim ??= await claimPlace(ports, place.store);
      await this.#claim.mustHold();
      return true;
    } catch (failure) {
      if (!isStoreFull(failure)) throw failure;
      return false;
    }
  }

  async must(): Promise<void> {
    await this.#claim?.mustHold();
  }

  /** One that cannot be taken back, since that needs room too, ends with this process. */
  async release(): Promise<void> {
    await this.#claim?.release().catch((failure: unknown) => {
      if (!isStoreFull(failure)) throw failure;
    });
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
