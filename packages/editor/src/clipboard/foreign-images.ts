import { isRecord, tryJson } from '@bough/base';

/** The address of an image of some map of this Bough: nothing else is ever asked for on behalf of a clipboard. */
const ADDRESS = /^\/api\/maps\/[A-Za-z0-9_-]{22}\/assets\/[0-9a-f]{64}$/;

/** Where the images of copied branches are, as `writeBranches` noted it: by their source, those alone that are elsewhere than here. */
export function foreignImages(
  text: string,
  addressHere: (source: string) => string | null,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const value = tryJson(text);
  const images = isRecord(value) ? value['images'] : null;
  if (!isRecord(images)) return found;
  for (const [source, address] of Object.entries(images).slice(0, 1_000)) {
    if (typeof address === 'string' && ADDRESS.test(address) && address !== addressHere(source))
      found.set(source, address);
  }
  return found;
}
