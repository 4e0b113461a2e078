import { HEADS, logPrefix } from '@bough/bloblog';

// A backup's place, a folder or a bucket, holds any number of backups, which share what they have in common:
//
//   manifests/<time>-<id>              one backup: what it has, and which objects that is; written last, so that half a backup is none
//   documents/<map>/heads/<write id>   a document's head, as it was in one moment
//   documents/<map>/...                its segments, snapshots, images and names of versions, under the names that they have at home
//   parts/<sha-256>                    some lines of a service's part (packages/service/src/backup/part.ts), compressed
//   secrets/<time>-<id>                what a passphrase seals, only where it was asked for; not sealed with the backup's key, which is in it
//   keys/<key id>.<fingerprint>        which keys sealed what stands here (key-mark.ts)
//   read-back                          when each document was last read back whole (read-back.ts)
//   running                            which process writes here, and until when nobody else may
//
// All but the secrets and `keys/` are sealed with the backup's own key, as objects of a location are with its. Nothing but the last two
// is ever replaced, unless it was damaged: what a key names is the same in every backup that names it. Backups of older versions had `heads/` and `logs/` as a
// location has them, documents alone, sealed with the location's key; they may stand in the same place.

/** The prefix of all backups' manifests. */
export const MANIFESTS = 'manifests/';
/** The prefix of all documents. */
export const DOCUMENTS = 'documents/';
/** The prefix of all lines of services. */
export const PARTS = 'parts/';
/** The prefix of all secrets. */
export const SECRETS = 'secrets/';
/** The prefix of the marks of keys. */
export const KEYS = 'keys/';
/** When each document was last read back. */
export const READ_BACK = 'read-back';
/** Who writes here. */
export const RUNNING = 'running';

/** Everything of one document. */
export function documentPrefix(map: string): string {
  return `${DOCUMENTS}${map}/`;
}

/** A document's head, as one write made it. */
export function backedUpHead(map: string, writeId: string): string {
  return `${documentPrefix(map)}heads/${writeId}`;
}

/** What an object of a document is called below its log at home; the same below `documentPrefix` in a backup. */
export function nameBelow(map: string, key: string): string {
  return key.slice(logPrefix(map).length);
}

/** Which document an object of a location belongs to, and its name below the log; null: to none. */
export function documentOf(key: string): { readonly map: string; readonly name: string } | null {
  const [root, map, ...rest] = key.split('/');
  return root === 'logs' && map !== undefined && rest.length > 0 ? { map, name: rest.join('/') } : null;
}

/** Which document a head of a location belongs to; null: it is no head. */
export function headOf(key: string): string | null {
  return key.startsWith(HEADS) ? key.slice(HEADS.length) : null;
}
