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
const HOLDING: ReadonlySet<string> = new Set(['pdf', 'png', 'svg', 'xmind']);
const ASSET = /"asset:([0-9a-f]{64})"/g;

/** The bytes of the images in the document, by what the map calls them; within bounds, the first ones where it has more. */
export async function imagesOf(
  docstore: Pick<Caller, 'call'>,
  wanted: { readonly map: MapId; readonly format: string; readonly document: Uint8Array },
  context: CallContext,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  if (!HOLDING.has(wanted.format)) return found;
  const text = Buffer.from(wanted.document.buffer, wanted.document.byteOffset, wanted.document.byteLength).toString(
    'latin1',
  );
  const hashes = [...new Set([...text.matchAll(ASSET)].map(([, hash = '']) => hash))].slice(0, MOST_IMAGES);
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
