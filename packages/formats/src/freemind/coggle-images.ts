import type { ItemFields } from '@bough/map';
import { ownImage } from '../shared/bundle.ts';
import type { OpenFields } from '../shared/draft.ts';
import type { Reporter } from '../shared/report.ts';

// Coggle has images in its words, as Markdown with the size behind the address: `![name](https://… 320x200)`.

type Image = NonNullable<ItemFields['image']>;

const IMAGE = /!\[([^\]\n]{0,500})\]\(([^\s()]+)(?: +"[^"\n]{0,500}")?(?: +=?(\d{1,5})x(\d{1,5}))?\)/g;
/** How large one is shown that does not say it. */
const USUAL = { width: 240, height: 180 } as const;
const LONGEST = 2_000;

/** Takes the first image out of the words and gives it to the item; further ones become links. Words that were an image alone are its name. */
export function takeImage(fields: OpenFields, files: Map<string, Uint8Array>, reporter: Reporter): void {
  const taken: { readonly image: Image; readonly name: string }[] = [];
  const text = fields.text.replaceAll(
    IMAGE,
    (whole, name: string, address: string, width: string | undefined, height: string | undefined) => {
      const source = sourceOf(address, files);
      if (source === null) return whole;
      if (taken.length === 0) {
        taken.push({ name, image: { source, ...sizeOf(width, height) } });
        return '';
      }
      reporter.note('approximated', 'A second image of an item became a link.', name);
      return address.startsWith('https:') ? `[${name === '' ? address : name}](${address})` : name;
    },
  );
  const [first] = taken;
  if (first === undefined) return;
  const words = text.trim();
  fields.text = words === '' ? first.name : words;
  fields.image = first.image;
  // What the map cannot show can be opened.
  if (first.image.source.startsWith('https:')) fields.href ??= first.image.source;
}

/** The words with the image in them, as Coggle shows it; only one that stands on the web can be written. */
export function withImage(text: string, image: Image | null | undefined): string {
  if (image?.source.startsWith('https:') !== true || /[\s()]/.test(image.source)) return text;
  const { source, width, height } = image;
  const drawn = `![](${source} ${Math.round(width)}x${Math.round(height)})`;
  return text === '' ? drawn : `${text}\n${drawn}`;
}

/** The words as they were before `withImage`. */
export function withoutImage(text: string, image: Image | null | undefined): string {
  const drawn = withImage('', image);
  if (drawn === '' || !text.endsWith(drawn)) return text;
  return text.slice(0, -drawn.length).replace(/\n$/, '');
}

function sourceOf(address: string, files: Map<string, Uint8Array>): string | null {
  if (/^https:\/\/[^/]/i.test(address)) return address.replace(/^https/i, 'https');
  const bytes = ownImage(address)?.bytes ?? null;
  if (bytes === null) return null;
  const name = `image-${files.size + 1}`;
  files.set(name, bytes);
  return `file:${name}`;
}

function sizeOf(width: string | undefined, height: string | undefined): { width: number; height: number } {
  const [wide, high] = [Number(width ?? 0), Number(height ?? 0)];
  if (wide <= 0 || high <= 0) return USUAL;
  const times = Math.min(1, LONGEST / Math.max(wide, high));
  return { width: Math.max(1, Math.round(wide * times)), height: Math.max(1, Math.round(high * times)) };
}
