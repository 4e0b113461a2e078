import { isStoreFull, type LogPorts } from '@bough/bloblog';
import type { BackupPlace } from './back-up.ts';
import { type Claim, claimPlace } from '../place/claim-place.ts';
import { keysBelow } from '../place/keys-below.ts';
import { backedUpHead, DOCUMENTS, documentPrefix, MANIFESTS, PARTS, SECRETS } from '../place/layout.ts';
import { backupIds, type DamagedBackup, type Manifest, tryManifest } from '../place/manifest.ts';
import { keysOfSecrets } from '../place/secrets.ts';

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
  const stale = (await keysOfSecrets(place.raw)).slice(0, -1).filter((key) => !staying.has(key));
  const all =
    damaged.length > 0 ? [] : [...(await keysBelow(place.store, DOCUMENTS)), ...(await keysBelow(place.store, PARTS))];
  return { backups: going, objects: [...stale, ...all.filter((key) => !named.has(key))], damaged };
}

/**
 * Forgets what goes: manifests first, then every object that no backup names any more. Where the place has no room for a claim no backup can
 * begin there either: one thing after the other goes then, until it has.
 */
export async function thinOut(thinning: Thinning): Promise<Gone> {
  const hold = new Hold(thinning);
  const gone = { backups: 0, objects: 0 };
  try {
    for (;;) {
      const isOurs = await hold.try();
      const going = await whatGoes(thinning);
      const count = await remove({ place: thinning.place, hold, isOurs }, going);
      const backups = Math.min(count, going.backups.length);
      gone.backups += backups;
      gone.objects += count - backups;
      if (count === going.backups.length + going.objects.length) return { ...gone, damaged: going.damaged };
    }
  } finally {
    await hold.release();
  }
}

/** How many objects are removed until it is asked again whether the place is still ours. */
const STEP = 1_000;

/**
 * Removes what was found to go while the place was ours, or was not, oldest backups first, and answers how many that are. It ends where that has
 * changed: somebody may have filled the place, or begun a backup that names what was about to go. What is not ours is looked at anew for each.
 */
async function remove(
  { place, hold, isOurs }: { readonly place: Thinning['place']; readonly hold: Hold; readonly isOurs: boolean },
  { backups, objects }: Going,
): Promise<number> {
  const keys = [...backups.toReversed().map((id) => MANIFESTS + id), ...objects];
  for (const [at, key] of keys.entries()) {
    const isStep = at < backups.length || (at - backups.length) % STEP === 0;
    if (isStep && (await hold.try()) !== isOurs) return at;
    await place.raw.remove(key);
    if (!isOurs) return at + 1;
  }
  return keys.length;
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
