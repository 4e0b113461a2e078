import type { ItemFields } from '@bough/map';
import { ownImage } from '../shared/bundle.ts';
import { type FilesBeside, imageBeside } from '../shared/files-beside.ts';
import type { XmlElement } from '../shared/xml/xml.ts';

/** The image of an element where it is in the page, as data, or on the web; null for a file that is not there. Its bytes are put beside it. */
export function imageOfElement(
  { attributes }: XmlElement,
  files: Map<string, Uint8Array>,
  beside: FilesBeside,
): ItemFields['image'] {
  const source = attributes.get('src') ?? '';
  const [width, height] = ['width', 'height'].map((name) => {
    const length = Number.parseFloat(attributes.get(name) ?? '');
    return length > 0 ? Math.min(10_000, length) : 240;
  });
  const size = { width: width ?? 240, height: height ?? 240 };
  if (/^https:\/\/\S+$/i.test(source)) return { source, ...size };
  const bytes = ownImage(source)?.bytes ?? null;
  if (bytes === null) {
    const shown = { width: lengthIn(attributes, 'width'), height: lengthIn(attributes, 'height') };
    return imageBeside({ address: source, ...shown }, beside, files);
  }
  const name = `image ${files.size}`;
  files.set(name, bytes);
  return { source: `file:${name}`, ...size };
}

const STYLED = { width: /(?:^|[;\s])width:\s*([\d.]+)px/, height: /(?:^|[;\s])height:\s*([\d.]+)px/ } as const;

/** As the attribute says, or the style in pixels. */
function lengthIn(attributes: XmlElement['attributes'], name: 'width' | 'height'): number | undefined {
  const styled = STYLED[name].exec(attributes.get('style') ?? '')?.[1];
  const length = Number.parseFloat(attributes.get(name) ?? styled ?? '');
  return length > 0 ? length : undefined;
}
