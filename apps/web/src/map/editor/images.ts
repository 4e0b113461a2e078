import type { MapId } from '@bough/base';
import { ASSET_BYTES, everydayRoutes } from '@bough/contracts';
import type { KeepImage } from '@bough/editor';
import { addressOf } from '../../api/api.ts';
import { callUnsafe } from '../../api/session.ts';
import { words } from '../../words/index.ts';
import { tell } from '../messages/told.ts';

// Images of a map: kept by the gateway under their hash, shown from there. The page's policy loads nothing from elsewhere.

/** Where the pixels of an image are; null for one that stands at another address. */
export function imageAddressIn(map: MapId): (source: string) => string | null {
  return (source) => {
    const hash = /^asset:([0-9a-f]{64})$/.exec(source)?.[1];
    return hash === undefined ? null : addressOf(everydayRoutes.asset, { map, hash });
  };
}

/** Has an image kept for the map; what stands in the way is told to the person. */
export function keepImageIn(map: MapId): KeepImage {
  return async (file) => {
    if (file.size > ASSET_BYTES) return tell(words.panel.image.tooLarge);
    tell(words.panel.image.uploading);
    const facts = await uploadImage(map, file);
    return facts === null ? tell(words.panel.image.failed) : (tell(null) ?? facts);
  };
}

/** The image as the map keeps it, drawn first where the server does not take it as it is; null when it could not be kept. */
async function uploadImage(map: MapId, file: Blob): ReturnType<KeepImage> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const code = await import('../../images/drawn-image.ts').catch(() => null);
  const drawn = await code?.drawnImage(bytes);
  const image = drawn?.kind === 'image' ? drawn : null;
  const upload = image && (await code?.imageUpload(image.blob, image.from && bytes));
  const { body, original } = upload ?? { body: bytes, original: null };
  const kept = await callUnsafe(everydayRoutes.addAsset, { map, of: null, original }, body);
  if (!kept.ok) return null;
  const { hash, width, height } = kept.value;
  return { source: `asset:${hash}`, ...(image?.size ?? { width, height }) };
}
