import type { MapId } from '@bough/base';
import { ASSET_BYTES, everydayRoutes, HEADERS } from '@bough/contracts';
import type { KeepImage } from '@bough/editor';
import { addressOf } from '../../api/api.ts';
import { askSession } from '../../api/session.ts';
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

/** The image as the map keeps it; null when it could not be kept. */
export async function uploadImage(map: MapId, file: Blob): ReturnType<KeepImage> {
  const session = await askSession();
  if (session.kind !== 'known') return null;
  try {
    const answer = await fetch(addressOf(everydayRoutes.addAsset, { map }), {
      method: 'POST',
      headers: { [HEADERS.csrf]: session.facts.csrf, 'content-type': 'application/octet-stream' },
      body: file,
      signal: AbortSignal.timeout(everydayRoutes.addAsset.deadlineMs),
    });
    const facts = answer.ok ? everydayRoutes.addAsset.answer(await answer.json()) : null;
    if (facts?.ok !== true) return null;
    const { hash, width, height } = facts.value;
    return { source: `asset:${hash}`, width, height };
  } catch {
    return null;
  }
}
