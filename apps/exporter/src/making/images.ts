import { Failure, type MapId } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import type { CallContext, Caller } from '@bough/service';

// The images that a map shows, fetched from docstore before the map is drawn: what draws has no network. Only what was uploaded
// to this very map is ever asked for; whatever else a map calls an image stays a quiet box.

/** Of one map. */
const MOST_IMAGES = 400;
const MOST_BYTES = 64 * 1024 * 1024;
const AT_ONCE = 4;
/** Formats that hold images. */
const HOLDING: ReadonlySet<string> = new Set([
  'pdf',
  'png',
  'svg',
  'xmind',
  'mm',
  'freemind',
  'coggle',
  'bough',
  'markdown',
]);
const SOURCE = '"asset:';
const HASH = /^[0-9a-f]{64}"$/;
const HASH_LENGTH = 65;

/** Whether a file of that format has the images of its map in it. */
export function holdsImages(format: string): boolean {
  return HOLDING.has(format);
}

/** The bytes of the images in the document, by what the map calls them; within bounds, the first ones where it has more. */
export async function imagesOf(
  docstore: Pick<Caller, 'call'>,
  wanted: { readonly map: MapId; readonly document: Uint8Array },
  context: CallContext,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  const hashes = [...new Set(hashesIn(wanted.document))].slice(0, MOST_IMAGES);
  let room = MOST_BYTES;
  const fetchSome = async (): Promise<void> => {
    for (let hash = hashes.shift(); hash !== undefined && room > 0; hash = hashes.shift()) {
      const bytes = await read(docstore, wanted.map, hash, context);
      if (bytes === null || bytes.length > room) continue;
      room -= bytes.length;
      found.set(`asset:${hash}`, bytes);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchSome));
  return found;
}

function* hashesIn(document: Uint8Array): Generator<string> {
  const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
  for (let at = bytes.indexOf(SOURCE); at >= 0; at = bytes.indexOf(SOURCE, at + 1)) {
    const from = at + SOURCE.length;
    const hash = bytes.subarray(from, from + HASH_LENGTH).toString('latin1');
    if (HASH.test(hash)) yield hash.slice(0, -1);
  }
}

/** null when the map has no such image (it came with a file from elsewhere, say). */
async function read(
  docstore: Pick<Caller, 'call'>,
  map: MapId,
  hash: string,
  context: CallContext,
): Promise<Uint8Array | null> {
  try {
    const answer = await docstore.call(docstoreRoutes.readAsset, { params: { map, hash } }, context);
    return answer.kind === 'bytes' ? answer.bytes : null;
  } catch (failure) {
    if (failure instanceof Failure && failure.kind === 'absent') return null;
    throw failure;
  }
}
