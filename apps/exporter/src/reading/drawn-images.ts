import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { ASSET_BYTES } from '@bough/contracts';
import {
  imageKindOf,
  type ImageKind,
  imageText,
  isDrawable,
  largestIcon,
  sizedSvg,
  TAKEN,
} from '@bough/formats/images';
import { hasFewParts, isPlainSvg } from './plain-svg.ts';

// Docstore takes PNG, JPEG, WebP and GIF. What else comes in files the page draws in a browser; here it is drawn where files are read, in a
// process that can do nothing else. How many pixels there are is looked up before anything is decoded.

/** Why drawing ends: what is left then comes as it is. */
export interface DrawingLimits {
  readonly bytes: number;
  readonly ms: number;
}
const MOST_PIXELS = 40_000_000;
const LONGEST_EDGE = 4_096;
/** What a drawing is tried in, and how much more there is to draw in one that is twice as long. */
const SMALLEST_EDGE = 64;
const PIXELS_TIMES = 4;
/** Of a processor, for one image. */
const LONGEST_DRAWING_MS = 4_000;
/** Photographs, with what is seen through. */
const QUALITY = 90;

/** Draws one image after the other, for so long and so much. */
export class ImageDrawer {
  readonly #limits: DrawingLimits;
  #bytes = 0;
  #ms = 0;

  constructor(limits: DrawingLimits) {
    this.#limits = limits;
  }

  /** The image as docstore takes it; one that it takes anyway, or that cannot be drawn, as it came. */
  async taken(bytes: Uint8Array): Promise<Uint8Array> {
    const kind = imageKindOf(bytes);
    if (kind === null || TAKEN.has(kind) || this.#ms > this.#limits.ms) return bytes;
    const fromMs = performance.now();
    // What cannot be decoded is for docstore to name.
    const drawn = await drawnAs(kind, bytes).catch(() => null);
    this.#ms += performance.now() - fromMs;
    if (drawn === null || drawn.length > ASSET_BYTES || this.#bytes + drawn.length > this.#limits.bytes) return bytes;
    this.#bytes += drawn.length;
    return drawn;
  }
}

async function drawnAs(kind: ImageKind, bytes: Uint8Array): Promise<Uint8Array | null> {
  if (kind === 'svg') return await drawnSvg(imageText(bytes));
  if (kind === 'ico') {
    const icon = largestIcon(bytes);
    return icon === null || imageKindOf(icon) === 'png' ? icon : await drawnBitmap(icon, kind);
  }
  const pixels = kind === 'bmp' ? pixelsOfBmp(bytes) : pixelsOfAvif(bytes);
  return pixels > MOST_PIXELS ? null : await drawnBitmap(bytes, kind);
}

/** As large as the page draws it. Words, and what two programs draw in two ways, are left to browsers. */
async function drawnSvg(source: string): Promise<Uint8Array | null> {
  const sized = isDrawable(source) && isPlainSvg(source) && hasFewParts(source) ? sizedSvg(source) : null;
  if (sized === null) return null;
  const image = await loadImage(Buffer.from(sized.source));
  const canvas = drawnInTime(image, sized.drawn);
  return canvas === null ? null : await canvas.encode('png');
}

/**
 * Nothing stops a drawing once it has begun, and a few kilobytes may ask for a minute of it: so it is drawn small first, then twice as
 * large, and so on, as long as the next one cannot take too long. null: it would.
 */
function drawnInTime(image: Image, whole: { readonly width: number; readonly height: number }): Canvas | null {
  const doublings = Math.max(0, Math.ceil(Math.log2(Math.max(whole.width, whole.height) / SMALLEST_EDGE)));
  for (let left = doublings; ; left--) {
    const [width, height] = [whole.width, whole.height].map((length) => Math.max(1, Math.round(length / 2 ** left)));
    const canvas = createCanvas(width ?? 1, height ?? 1);
    const before = process.threadCpuUsage();
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    const { user, system } = process.threadCpuUsage(before);
    if (left === 0) return canvas;
    if (((user + system) / 1_000) * PIXELS_TIMES > LONGEST_DRAWING_MS) return null;
  }
}

async function drawnBitmap(bytes: Uint8Array, kind: ImageKind): Promise<Uint8Array | null> {
  const image = await loadImage(Buffer.from(bytes));
  if (image.width === 0 || image.height === 0 || image.width * image.height > MOST_PIXELS) return null;
  const times = Math.min(1, LONGEST_EDGE / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * times));
  const height = Math.max(1, Math.round(image.height * times));
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(image, 0, 0, width, height);
  return kind === 'avif' ? await canvas.encode('webp', QUALITY) : await canvas.encode('png');
}

/** Behind the file's own header stands the picture's, in one of two forms. */
function pixelsOfBmp(bytes: Uint8Array): number {
  if (bytes.length < 26) return Infinity;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getUint32(14, true) === 12
    ? view.getUint16(18, true) * view.getUint16(20, true)
    : Math.abs(view.getInt32(18, true)) * Math.abs(view.getInt32(22, true));
}

/** The most that any of its boxes `ispe` says; without one it is no picture. */
function pixelsOfAvif(bytes: Uint8Array): number {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let most = 0;
  for (let at = file.indexOf('ispe'); at >= 0 && at + 16 <= file.length; at = file.indexOf('ispe', at + 4)) {
    most = Math.max(most, file.readUInt32BE(at + 8) * file.readUInt32BE(at + 12));
  }
  return most === 0 ? Infinity : most;
}
