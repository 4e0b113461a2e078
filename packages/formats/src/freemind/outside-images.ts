import type { ItemFields } from '@bough/map';
import { type FilesBeside, imageBeside, pathBeside } from '../shared/files-beside.ts';
import { imageSize } from '../shared/image-size.ts';
import type { XmlElement } from '../shared/xml/xml.ts';
import { EXTERNAL } from './dialects.ts';
import { findEach } from './rich-content.ts';

// Pictures that a node names by their path: Freeplane has a hook for one, FreeMind an <img> in rich words. Where they lie beside the file they
// are the map's; where not, the item names one that is missing.

type Image = NonNullable<ItemFields['image']>;

const USUAL = { width: 240, height: 180 } as const;

/** A picture that a node names by its path. */
export interface OutsideImage {
  readonly image: Image;
  readonly isThere: boolean;
  /** Takes it out of the words in which it stands. */
  readonly takeOut: () => void;
}

/** The pictures that a hook or rich words name, without those that lie on the web or in the program. */
export function outsideImages(
  element: XmlElement,
  beside: FilesBeside,
  files: Map<string, Uint8Array>,
): readonly OutsideImage[] {
  if (element.name === 'hook') {
    if (element.attributes.get('NAME') !== EXTERNAL) return [];
    const image = outsideImage(element, beside, files);
    return image === null ? [] : [{ ...image, takeOut: () => undefined }];
  }
  return [...findEach(element, 'img')].flatMap(({ element: picture, around }) => {
    const image = outsideImage(picture, beside, files);
    const takeOut = (): void => void around.children.splice(around.children.indexOf(picture), 1);
    return image === null ? [] : [{ ...image, takeOut }];
  });
}

function outsideImage(
  picture: XmlElement,
  beside: FilesBeside,
  files: Map<string, Uint8Array>,
): { readonly image: Image; readonly isThere: boolean } | null {
  const isHook = picture.name === 'hook';
  const address = picture.attributes.get(isHook ? 'URI' : 'src') ?? '';
  if (address === '' || /^(?:https?|data|freeplaneresource):/i.test(address)) return null;
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
