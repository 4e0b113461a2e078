import type { ItemFields } from '@bough/map';
import { imageKindOf, imageText } from '../images/image-kinds.ts';
import { sizedSvg } from '../images/svg-size.ts';
import { imageSize } from './image-size.ts';

/** The bytes of a file that another one names by its path, seen from its own folder; null: it is not there. */
export type FilesBeside = (path: string) => Uint8Array | null;

/** A file that came alone. */
export const NOTHING_BESIDE: FilesBeside = () => null;

/** A path as links write it, or Windows; null for an address, and for what leads out of the folder. */
export function pathBeside(address: string): string | null {
  if (/^(?:[a-z][a-z0-9+.-]*:|[/#?\\])/i.test(address)) return null;
  const path = percentDecoded(address).replaceAll('\\', '/').replace(/^\.\//, '');
  return /(?:^|\/)\.\.(?:\/|$)/.test(path) ? null : path;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Wanted {
  readonly address: string;
  /** How wide it is shown; absent: as it is, where that is known. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

const USUAL = 240;
const WIDEST = 10_000;

/** The image that lies beside a file, put to its files; null where there is none. */
export function imageBeside(
  { address, width, height }: Wanted,
  beside: FilesBeside,
  files: Map<string, Uint8Array>,
): NonNullable<ItemFields['image']> | null {
  const path = pathBeside(address);
  const bytes = path === null || path === '' ? null : (files.get(path) ?? beside(path));
  if (path === null || bytes === null) return null;
  files.set(path, bytes);
  return { source: `file:${path}`, ...shownSize(bytes, { width, height }) };
}

/** How large an image is shown: as it was said, and where only one length was, or none, by its own shape. */
export function shownSize(
  bytes: Uint8Array | null,
  { width, height }: Pick<Wanted, 'width' | 'height'>,
): { readonly width: number; readonly height: number } {
  const bounded = (length: number): number => Math.min(WIDEST, Math.max(1, Math.round(length)));
  if (width !== undefined && height !== undefined) return { width: bounded(width), height: bounded(height) };
  const natural = (bytes && naturalSize(bytes)) ?? { width: USUAL, height: USUAL };
  const shown =
    width ?? (height === undefined ? Math.min(natural.width, USUAL) : (natural.width * height) / natural.height);
  return { width: bounded(shown), height: bounded(height ?? (natural.height * shown) / natural.width) };
}

function naturalSize(bytes: Uint8Array): ReturnType<typeof imageSize> {
  return imageSize(bytes) ?? (imageKindOf(bytes) === 'svg' ? (sizedSvg(imageText(bytes))?.size ?? null) : null);
}
