import { createHash } from 'node:crypto';
import { Failure, toBase64Url, utf8Encode } from '@bough/base';
import { type BlobStore, HEADS, isStoreFull, LOGS, type SealingKey } from '@bough/bloblog';
import { keysBelow } from '../backup/place/keys-below.ts';
import { DOCUMENTS, KEYS, MANIFESTS, PARTS } from '../backup/place/layout.ts';
import { DocstoreFailure } from '../failure.ts';

// Which keys sealed what stands in a location, or in a place of backups: one empty object for each, named for its id and a fingerprint of
// its bytes. A key has 256 random bits, so the fingerprint gives nothing away. Without these marks a wrong key of the same id would look
// like damage.

const FINGERPRINT_BYTES = 16;
/** Where there are no marks: how many objects of each kind are tried before the key is called another one. */
const TRIED = 5;

/** What the keys are of. */
export type SealedPlace = 'backups' | 'location';

const PREFIXES: Readonly<Record<SealedPlace, readonly string[]>> = {
  backups: [MANIFESTS, DOCUMENTS, PARTS],
  location: [HEADS, LOGS],
};
const IS_OTHER: Readonly<Record<SealedPlace, string>> = {
  backups: 'This key is not the one that sealed the backups in this place.',
  location: 'the key is another one than sealed what stands there; nothing of it is damaged',
};
const NONE_OPENS: Readonly<Record<SealedPlace, string>> = {
  backups: 'Nothing in this place opens: this key is not the one that sealed the backups, or all is damaged.',
  location: 'nothing there opens: the key is another one than sealed it, or all is damaged',
};
const HINT: Readonly<Record<SealedPlace, string>> = {
  backups:
    'Give BOUGH_BACKUP_KEYS the key that they were made with: it stood in secrets/backup-keys of that data folder, or is in a backup --with-secrets. For a new key take a new place.',
  location:
    'Bring back `secrets` of the data folder from a copy, or from a backup made --with-secrets, or give BOUGH_BLOBS_KEYS (BOUGH_SECOND_BLOBS_KEYS for the second location) the key that sealed it; a new key stands before it, with a comma between.',
};

/** What stands in a place, as it is and opened with the keys in question. */
interface Sealed {
  readonly raw: BlobStore;
  readonly store: BlobStore;
}

/** Throws with one sentence when none of these keys is one that sealed what stands there; an empty place takes any. */
export async function mustBeItsKey(
  { raw, store }: Sealed,
  keys: readonly SealingKey[],
  place: SealedPlace,
): Promise<void> {
  const marks = await keysBelow(raw, KEYS);
  if (marks.length > 0) {
    if (keys.some((key) => marks.includes(markOf(key)))) return;
    throw otherKey(IS_OTHER[place], place);
  }
  if ((await triedWith(store, place)) === 'none opens') throw otherKey(NONE_OPENS[place], place);
}

/** Notes that this key seals here from now on. */
export async function markKey(raw: BlobStore, key: SealingKey): Promise<void> {
  if ((await raw.get(markOf(key))) === null) await raw.put(markOf(key), utf8Encode(''));
}

/** As `markKey`; on a full disk it is noted at the next opening. */
export async function markKeyWhereRoom(raw: BlobStore, keys: readonly SealingKey[]): Promise<void> {
  const [newest] = keys;
  try {
    if (newest !== undefined) await markKey(raw, newest);
  } catch (failure) {
    if (!isStoreFull(failure)) throw failure;
  }
}

function markOf({ id, bytes }: SealingKey): string {
  const digest = createHash('sha256').update('bough backup key\n').update(bytes).digest();
  return `${KEYS}${id}.${toBase64Url(digest.subarray(0, FINGERPRINT_BYTES))}`;
}

/** A few of them may be damaged. */
async function triedWith(store: BlobStore, place: SealedPlace): Promise<'one opens' | 'none opens' | 'is empty'> {
  let isEmpty = true;
  for (const prefix of PREFIXES[place]) {
    for (const key of await someOf(store, prefix, place)) {
      isEmpty = false;
      try {
        if ((await store.get(key)) !== null) return 'one opens';
      } catch (failure) {
        if (!(failure instanceof Failure) || failure.kind !== 'corrupt') throw failure;
      }
    }
  }
  return isEmpty ? 'is empty' : 'none opens';
}

/** Of backups the newest; a location may have a million objects, and any will do. */
async function someOf(store: BlobStore, prefix: string, place: SealedPlace): Promise<readonly string[]> {
  if (place === 'backups') return (await keysBelow(store, prefix)).slice(-TRIED);
  const { entries } = await store.list(prefix, { limit: TRIED });
  return entries.map(({ key }) => key);
}

function otherKey(message: string, place: SealedPlace): DocstoreFailure {
  return new DocstoreFailure(message, { kind: 'invalid', code: 'docstore/other-key', hint: HINT[place] });
}
