import { Reporter } from '../shared/report.ts';
import { textOf } from '../shared/text/bytes-to-text.ts';

/** What an image is, by its first bytes. */
export type ImageKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'svg' | 'ico' | 'avif' | 'bmp';

/** What the server takes as it is; a browser draws the other kinds first. */
export const TAKEN: ReadonlySet<ImageKind> = new Set(['png', 'jpeg', 'webp', 'gif']);

const HEAD = 65_536;
const AVIF_BRANDS = /avif|avis/;

/** The kind of image that the bytes begin as, whatever their name says; null for anything else. */
export function imageKindOf(bytes: Uint8Array): ImageKind | null {
  const start = latin1(bytes.subarray(0, 32));
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.slice(4, 8) === 'ftyp' && AVIF_BRANDS.test(start.slice(8))) return 'avif';
  if (start.startsWith('\0\0\x01\0') && start.charCodeAt(4) > 0) return 'ico';
  if (start.startsWith('BM') && start.slice(6, 10) === '\0\0\0\0') return 'bmp';
  return svgRootAt(imageText(bytes.subarray(0, HEAD))) === null ? null : 'svg';
}

/** Where the `<svg` stands that everything else is in: behind a declaration, comments and a document type. Null: it is no SVG. */
export function svgRootAt(text: string): number | null {
  for (let at = 0; at < text.length;) {
    const end = /\s/.test(text.charAt(at)) ? at + 1 : pastProlog(text, at);
    if (end === at) return /^<(?:[\w.-]{1,100}:)?svg[\s>/]/.test(text.slice(at, at + 120)) ? at : null;
    if (end === null) return null;
    at = end;
  }
  return null;
}

/** Past what begins here and is no element; null where it never ends. */
function pastProlog(text: string, at: number): number | null {
  if (text.startsWith('<?', at)) return past(text, '?>', at);
  if (text.startsWith('<!--', at)) return past(text, '-->', at);
  if (!text.startsWith('<!DOCTYPE', at)) return at;
  const end = past(text, '>', at);
  const inner = end === null ? -1 : text.slice(at, end).indexOf('[');
  if (inner < 0) return end;
  const close = past(text, ']', at + inner);
  return close === null ? null : past(text, '>', close);
}

function past(text: string, what: string, from: number): number | null {
  const at = text.indexOf(what, from);
  return at < 0 ? null : at + what.length;
}

/** The bytes as text, by their mark, their declaration, or as UTF-8. */
export function imageText(bytes: Uint8Array): string {
  return textOf(bytes, new Reporter());
}

const DIRECTORY = 6;
const ENTRY = 16;

/** The largest image of an icon: as PNG where it is one, else as an icon that has this one alone, so that no browser picks another. Null: there is none. */
export function largestIcon(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let best: { readonly at: number; readonly rank: number } | null = null;
  const count = Math.min(view.getUint16(4, true), 256);
  for (let at = DIRECTORY; at + ENTRY <= bytes.length && at < DIRECTORY + count * ENTRY; at += ENTRY) {
    const [length, offset] = [view.getUint32(at + 8, true), view.getUint32(at + 12, true)];
    if (length === 0 || offset + length > bytes.length) continue;
    const edge = (view.getUint8(at) || 256) * (view.getUint8(at + 1) || 256);
    const rank = edge * 256 + Math.min(view.getUint16(at + 6, true), 255);
    if (best === null || rank > best.rank) best = { at, rank };
  }
  if (best === null) return null;
  const [length, offset] = [view.getUint32(best.at + 8, true), view.getUint32(best.at + 12, true)];
  const image = bytes.subarray(offset, offset + length);
  if (imageKindOf(image) === 'png') return Uint8Array.from(image);
  const icon = new Uint8Array(DIRECTORY + ENTRY + length);
  icon.set([0, 0, 1, 0, 1, 0]);
  icon.set(bytes.subarray(best.at, best.at + ENTRY), DIRECTORY);
  new DataView(icon.buffer).setUint32(DIRECTORY + 12, DIRECTORY + ENTRY, true);
  icon.set(image, DIRECTORY + ENTRY);
  return icon;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
