import type { ItemFields } from '@bough/map';
import { type FilesBeside, imageBeside, pathBeside } from '../shared/files-beside.ts';
import { imageSize } from '../shared/image-size.ts';
import type { XmlElement } from '../shared/xml/xml.ts';
import { EXTERNAL } from './dialects.ts';
import { find } from './rich-content.ts';

// Pictures that a node names by their path: Freeplane has a hook for one, FreeMind an <img> in rich words. Where they lie beside the file they
// are the map's; where not, the item names one that is missing.

type Image = NonNullable<ItemFields['image']>;

const USUAL = { width: 240, height: 180 } as const;

/** The picture that a hook or rich words name, and whether it is there; null where they name none, or one that lies on the web or in the program. */
export function outsideImage(
  element: XmlElement,
  beside: FilesBeside,
  files: Map<string, Uint8Array>,
): { readonly image: Image; readonly isThere: boolean } | null {
  const isHook = element.name === 'hook';
  if (isHook && element.attributes.get('NAME') !== EXTERNAL) return null;
  const picture = isHook ? element : find(element, 'img');
  const address = picture?.attributes.get(isHook ? 'URI' : 'src') ?? '';
  if (picture === null || address === '' || /^(?:https?|data|freeplaneresource):/i.test(address)) return null;
  const path = pathBeside(address);
  const natural = isHook && path !== null ? imageSize(beside(path) ?? new Uint8Array()) : null;
  const size =
    natural === null
      ? { width: lengthOf(picture, 'width'), height: lengthOf(picture, 'height') }
      : { width: natural.width * (lengthOf(picture, 'SIZE') ?? 1) };
  const image = imageBeside({ address, ...size }, beside, files);
  if (image !== null) return { image, isThere: true };
  return { image: { source: `file:${path ?? address}`, ...USUAL }, isThere: false };
}

function lengthOf(picture: XmlElement, name: string): number | undefined {
  const length = Number.parseFloat(picture.attributes.get(name) ?? '');
  return length > 0 && length < 10_000 ? length : undefined;
}
