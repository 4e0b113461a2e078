import type { Draft } from './shared/draft.ts';
import { plainWords } from './shared/text/plain-words.ts';

/** An image that came inside a file, and the words of the first item that shows it. */
export interface FileImage {
  readonly name: string;
  readonly of: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What it was drawn from, where that came with it. */
  readonly original: Uint8Array<ArrayBuffer> | null;
}
/** An image that an item names and the file has not: it stands on the web, or is missing. */
export interface AbsentImage {
  readonly name: string;
  readonly of: string;
  readonly why: 'web' | 'missing';
  readonly source: string;
}

const INSIDE = 'file:';
const ASSET = 'asset:';

/** All images of what was read, each once, by name. */
export function imagesOf(draft: Draft): { readonly images: FileImage[]; readonly absent: AbsentImage[] } {
  const [images, absent, seen] = [new Array<FileImage>(), new Array<AbsentImage>(), new Set<string>()];
  const named = draft.items.map(({ fields }) => ({ source: fields.image?.source, of: fields.text }));
  for (const { source, of: text } of [...named, ...(draft.missing ?? [])]) {
    if (source === undefined || seen.has(source)) continue;
    seen.add(source);
    const of = plainWords(text).slice(0, 80).toWellFormed();
    const name = source.startsWith(INSIDE) ? source.slice(INSIDE.length) : source;
    const bytes = source.startsWith(INSIDE) ? draft.files.get(name) : undefined;
    if (bytes !== undefined) {
      const original = draft.originals?.get(name);
      const copied = original === undefined ? null : Uint8Array.from(original);
      images.push({ name, of, bytes: Uint8Array.from(bytes), original: copied });
    } else absent.push({ name: nameOf(source), of, why: /^https?:/.test(source) ? 'web' : 'missing', source });
  }
  return { images, absent };
}

/** The draft without images that only another map has: nobody could ever show them. Those in `sources` are known here too. */
export function withoutLostImages(draft: Draft, sources: Readonly<Record<string, string>>): Draft {
  const items = draft.items.map((item) => {
    const source = item.fields.image?.source;
    if (source?.startsWith(ASSET) !== true || sources[source] !== undefined) return item;
    return { ...item, fields: { ...item.fields, image: null } };
  });
  return { ...draft, items };
}

/** What a person would call it. */
function nameOf(source: string): string {
  if (source.startsWith(ASSET)) return `${source.slice(ASSET.length, ASSET.length + 8)}…`;
  return source.startsWith(INSIDE) ? source.slice(INSIDE.length) : source;
}
