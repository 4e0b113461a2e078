import type { ItemFields } from '@bough/map';
import { ownImage } from '../shared/bundle.ts';
import type { XmlElement } from '../shared/xml/xml.ts';

/** The image of an element where it is in the page, as data, or on the web; null for a file that is not there. Its bytes are put beside it. */
export function imageOfElement({ attributes }: XmlElement, files: Map<string, Uint8Array>): ItemFields['image'] {
  const source = attributes.get('src') ?? '';
  const [width, height] = ['width', 'height'].map((name) => {
    const length = Number.parseFloat(attributes.get(name) ?? '');
    return length > 0 ? Math.min(10_000, length) : 240;
  });
  const size = { width: width ?? 240, height: height ?? 240 };
  if (/^https:\/\/\S+$/i.test(source)) return { source, ...size };
  const bytes = ownImage(source)?.bytes ?? null;
  if (bytes === null) return null;
  const name = `image ${files.size}`;
  files.set(name, bytes);
  return { source: `file:${name}`, ...size };
}
