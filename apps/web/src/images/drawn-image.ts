import { ASSET_BYTES, uploadWithOriginal } from '@bough/contracts';
import {
  imageKindOf,
  type ImageKind,
  type ImageSize,
  isDrawable,
  largestIcon,
  sizedSvg,
  TAKEN,
} from '@bough/formats/images';
import { svgText } from './svg-text.ts';

// The server takes PNG, JPEG, WebP and GIF. What else a browser can show is drawn here, and the picture is sent. An SVG in an <img>
// runs no script and loads nothing, in every browser; only its pixels are read.

/** Why something is no image for a map. */
export type ImageFault = 'unknown' | 'broken' | 'too-large' | 'too-complex';
export type DrawnImage =
  | {
      readonly kind: 'image';
      readonly blob: Blob;
      /** What it was before it was drawn; null: it is sent as it came. */
      readonly from: ImageKind | null;
      /** How large it wants to be shown; null: as large as its pixels. */
      readonly size: ImageSize | null;
    }
  | { readonly kind: 'fault'; readonly why: ImageFault };

const LONGEST_EDGE = 4_096;
const MOST_PIXELS = 40_000_000;
const DECODE_MS = 10_000;

/** The bytes as an image that the server takes: as they are, or drawn. */
export async function drawnImage(bytes: Uint8Array): Promise<DrawnImage> {
  const kind = imageKindOf(bytes);
  if (kind === null) return fault('unknown');
  if (TAKEN.has(kind)) return sent(new Blob([Uint8Array.from(bytes)]));
  if (kind === 'svg') return await drawSvg(svgText(bytes));
  if (kind !== 'ico') return await drawBitmap(bytes, kind);
  const icon = largestIcon(bytes);
  if (icon === null) return fault('broken');
  return imageKindOf(icon) === 'png'
    ? { kind: 'image', blob: new Blob([icon]), from: 'ico', size: null }
    : await drawBitmap(icon, 'ico');
}

/** What is sent of an image: the picture, and behind it, so many bytes long, what it was drawn from. */
export interface ImageUpload {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly original: number | null;
}

/** The picture with its original, where there is one and room for both. */
export async function imageUpload(picture: Blob, original: Uint8Array | null): Promise<ImageUpload> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  const both = original === null ? null : uploadWithOriginal(bytes, original);
  return both === null ? { body: bytes, original: null } : { body: both, original: both.length - bytes.length };
}

async function drawSvg(source: string): Promise<DrawnImage> {
  if (!isDrawable(source)) return fault('too-complex');
  const sized = sizedSvg(source);
  if (sized === null) return fault('broken');
  // A data address: from a blob, some browsers hold the canvas back.
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized.source.toWellFormed())}`;
  return await draw(address, { from: 'svg', size: sized.size, drawn: sized.drawn });
}

async function drawBitmap(bytes: Uint8Array, from: ImageKind): Promise<DrawnImage> {
  const type = from === 'ico' ? 'image/x-icon' : `image/${from}`;
  const address = URL.createObjectURL(new Blob([Uint8Array.from(bytes)], { type }));
  try {
    return await draw(address, { from, size: null, drawn: null });
  } finally {
    URL.revokeObjectURL(address);
  }
}

interface Drawing {
  readonly from: ImageKind;
  readonly size: ImageSize | null;
  readonly drawn: ImageSize | null;
}

async function draw(address: string, { from, size, drawn }: Drawing): Promise<DrawnImage> {
  try {
    const image = await decoded(address);
    const { naturalWidth, naturalHeight } = image;
    if (drawn === null && naturalWidth * naturalHeight > MOST_PIXELS) return fault('too-large');
    const times = Math.min(1, LONGEST_EDGE / Math.max(naturalWidth, naturalHeight, 1));
    const canvas = document.createElement('canvas');
    canvas.width = drawn?.width ?? Math.max(1, Math.round(naturalWidth * times));
    canvas.height = drawn?.height ?? Math.max(1, Math.round(naturalHeight * times));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    // Photographs, with what is seen through.
    const blob = await blobOf(canvas, from === 'avif' ? 'image/webp' : 'image/png');
    return blob.size > ASSET_BYTES ? fault('too-large') : { kind: 'image', blob, from, size };
  } catch {
    return fault('broken');
  }
}

async function decoded(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The image took too long.')), DECODE_MS);
  try {
    await Promise.race([image.decode(), promise]);
    return image;
  } finally {
    clearTimeout(timer);
  }
}

async function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob((blob) => (blob === null ? reject(new Error('The canvas gave no image.')) : resolve(blob)), type, 0.9);
  return await promise;
}

function sent(blob: Blob): DrawnImage {
  return blob.size > ASSET_BYTES ? fault('too-large') : { kind: 'image', blob, from: null, size: null };
}

function fault(why: ImageFault): DrawnImage {
  return { kind: 'fault', why };
}
