import { Failure, type MapId } from '@bough/base';
import { type BytesAnswer, docstoreRoutes } from '@bough/contracts';
import { IMAGES_IN } from '@bough/formats';
import type { CallContext, Caller } from '@bough/service';
import type { ExportFormat } from '../drawing/render.ts';
import { originalOf } from './originals.ts';

// The images that a map shows, fetched from docstore before the map is drawn: what draws has no network. Only what was uploaded
// to this very map is ever asked for; whatever else a map calls an image stays a quiet box.

/** Of one map. */
const MOST_IMAGES = 400;
const MOST_BYTES = 64 * 1024 * 1024;
const AT_ONCE = 4;
const SOURCE = '"asset:';
const HASH = /^[0-9a-f]{64}"$/;
const HASH_LENGTH = 65;

/** Images, and originals of images, by what the map calls them. */
export type Images = ReadonlyMap<string, Uint8Array>;

/** What a file of that format has of the images of its map. */
export function imagesIn(format: ExportFormat): 'none' | 'pictures' | 'originals' {
  return format === 'pdf' || format === 'png' || format === 'svg' ? 'pictures' : IMAGES_IN[format];
}

/** The bytes of the images in the document, by what the map calls them; within bounds, the first ones where it has more. */
export async function imagesOf(
  docstore: Pick<Caller, 'call'>,
  wanted: { readonly map: MapId; readonly document: Uint8Array },
  context: CallContext,
): Promise<Images> {
  const found = new Map<string, Uint8Array>();
  const hashes = [...new Set(hashesIn(wanted.document))].slice(0, MOST_IMAGES);
  await fetchAll(hashes, MOST_BYTES, async (hash) => {
    const params = { map: wanted.map, hash };
    const bytes = await read(() => docstore.call(docstoreRoutes.readAsset, { params }, context));
    return { bytes, keep: (kept) => found.set(`asset:${hash}`, kept) };
  });
  return found;
}

/** What those of the images were drawn from of which it is kept, in the room that the images leave. */
export async function originalsOf(
  docstore: Pick<Caller, 'call'>,
  { map, images }: { readonly map: MapId; readonly images: Images },
  context: CallContext,
): Promise<Images> {
  const found = new Map<string, Uint8Array>();
  if (images.size === 0) return found;
  const { hashes } = await docstore.call(docstoreRoutes.listOriginals, { params: { map } }, context);
  const room = Array.from(images.values()).reduce((left, { length }) => left - length, MOST_BYTES);
  const wanted = hashes.filter((hash) => images.has(`asset:${hash}`));
  await fetchAll(wanted, room, async (hash) => {
    const bytes = await read(() => docstore.call(docstoreRoutes.readOriginal, { params: { map, hash } }, context));
    return { bytes, keep: (kept) => found.set(originalOf(`asset:${hash}`), kept) };
  });
  return found;
}

interface Fetched {
  readonly bytes: Uint8Array | null;
  readonly keep: (bytes: Uint8Array) => unknown;
}

/** Some at once, as long as there is room. */
async function fetchAll(hashes: readonly string[], most: number, fetch: (hash: string) => Promise<Fetched>) {
  const left = [...hashes];
  let room = most;
  const fetchSome = async (): Promise<void> => {
    for (let hash = left.shift(); hash !== undefined && room > 0; hash = left.shift()) {
      const { bytes, keep } = await fetch(hash);
      if (bytes === null || bytes.length > room) continue;
      room -= bytes.length;
      keep(bytes);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchSome));
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
async function read(ask: () => Promise<BytesAnswer>): Promise<Uint8Array | null> {
  try {
    const answer = await ask();
    return answer.kind === 'bytes' ? answer.bytes : null;
  } catch (failure) {
    if (failure instanceof Failure && failure.kind === 'absent') return null;
    throw failure;
  }
}
