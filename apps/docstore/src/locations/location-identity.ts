import { createHash, randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { tryUtf8Decode, utf8Encode } from '@bough/base';
import type { BlobStore } from '@bough/bloblog';
import type { LocationSettings } from './locations.ts';

// Who a location is, so that documents notice that they are in another one, or in the same one after it was brought back from a
// backup by hand: then their order may have lost its end, and goes on under a new lineage. The object `location` holds a random
// word, written once. Copies of the location have it too: so the identity is made of the word together with the place where the object lies. Of a
// folder that is the file's inode and when it was born, which no copy has; on S3 when the object was written. What copies blocks and not
// files (a disk's snapshot) is not noticed: there `renew-lineages` helps. Nothing of it is secret, and it is not sealed.

/** The object that holds the random word. Where it is removed, the location is another one from then on. */
export const LOCATION_KEY = 'location';
const WORD_BYTES = 18;
const ID_BYTES = 9;

/** The identity of an open location, made where it has none yet; null when it has none and none can be written. */
export async function identityOf(
  raw: BlobStore,
  settings: Pick<LocationSettings, 'kind' | 'folder'>,
): Promise<string | null> {
  const word = await wordIn(raw);
  if (word === null) return null;
  const place =
    settings.kind === 'folder' ? await placeOfFile(join(settings.folder, LOCATION_KEY)) : await whenWritten(raw);
  const digest = createHash('sha256').update(`${word} ${place}`).digest();
  return digest.subarray(0, ID_BYTES).toString('base64url');
}

/** Of processes that start at once one writes it, and all read that one. */
async function wordIn(raw: BlobStore): Promise<string | null> {
  const there = await raw.get(LOCATION_KEY);
  if (there !== null) return tryUtf8Decode(there.bytes) ?? '';
  await raw.createIfAbsent(LOCATION_KEY, utf8Encode(randomBytes(WORD_BYTES).toString('base64url')));
  const now = await raw.get(LOCATION_KEY);
  return now === null ? null : (tryUtf8Decode(now.bytes) ?? '');
}

async function placeOfFile(path: string): Promise<string> {
  const { dev, ino, birthtimeNs } = await stat(path, { bigint: true });
  // Devices are numbered anew by some starts: they count only where a file's birth is not known.
  return birthtimeNs === 0n ? `${dev}:${ino}` : `${ino}:${birthtimeNs}`;
}

async function whenWritten(raw: BlobStore): Promise<string> {
  const { entries } = await raw.list(LOCATION_KEY, { limit: 1 });
  return String(entries.find(({ key }) => key === LOCATION_KEY)?.modifiedAt ?? 0);
}
