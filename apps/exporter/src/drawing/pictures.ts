import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import type { Scene } from '@bough/scene';

// The images of a map, as painters want them: no finer than they are shown, as PNG or JPEG. A photograph of a camera that a map
// shows as a stamp would make every file as large as the photograph, and decoding a hundred of them at once takes gigabytes; so
// they are decoded one after the other, and only what is shown of each is kept.

/** Pixels for each of the map's: what a good printer can show. */
const FINEST = 3;
const QUALITY = 85;

/** The images that a map shows, by what the map calls them. */
export class Pictures {
  readonly #found: ReadonlyMap<string, Uint8Array>;

  private constructor(found: ReadonlyMap<string, Uint8Array>) {
    this.#found = found;
  }

  /** Those of the images that the scene shows; one that cannot be read is left out: a quiet box stands in its place. */
  static async of(scene: Scene, images: ReadonlyMap<string, Uint8Array>): Promise<Pictures> {
    const found = new Map<string, Uint8Array>();
    for (const [source, size] of images.size === 0 ? [] : sizesIn(scene)) {
      const bytes = images.get(source);
      const kept = bytes === undefined ? null : await fitting(bytes, size);
      if (kept !== null) found.set(source, kept);
    }
    return new Pictures(found);
  }

  /** As PNG or JPEG; null when there is none. */
  bytes(source: string): Uint8Array | null {
    return this.#found.get(source) ?? null;
  }

  /** As a `data:` address; null when there is none. */
  address(source: string): string | null {
    const bytes = this.bytes(source);
    if (bytes === null) return null;
    return `data:${isJpeg(bytes) ? 'image/jpeg' : 'image/png'};base64,${Buffer.from(bytes).toString('base64')}`;
  }

  /** All of them, decoded. */
  async decoded(): Promise<ReadonlyMap<string, Image>> {
    const decoded = new Map<string, Image>();
    for (const [source, bytes] of this.#found) decoded.set(source, await loadImage(bytes));
    return decoded;
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The largest size in which each image is shown. */
function sizesIn(scene: Scene): ReadonlyMap<string, Size> {
  const sizes = new Map<string, Size>();
  const bounds = scene.bounds();
  for (const { group } of bounds === null ? [] : scene.visible(bounds)) {
    for (const command of group.commands) {
      if (command.kind !== 'image') continue;
      const known = sizes.get(command.source);
      if (known === undefined || known.width < command.bounds.width) sizes.set(command.source, command.bounds);
    }
  }
  return sizes;
}

async function fitting(bytes: Uint8Array, shown: Size): Promise<Uint8Array | null> {
  if (!isJpeg(bytes) && !isPng(bytes) && !isWebp(bytes)) return null;
  const image = await loadImage(bytes).catch(() => null);
  if (image === null || image.width === 0 || image.height === 0) return null;
  const shrink = Math.min(1, (shown.width * FINEST) / image.width, (shown.height * FINEST) / image.height);
  if (shrink === 1 && !isWebp(bytes)) return bytes;
  const width = Math.max(1, Math.round(image.width * shrink));
  const height = Math.max(1, Math.round(image.height * shrink));
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(image, 0, 0, width, height);
  return isJpeg(bytes) ? await canvas.encode('jpeg', QUALITY) : await canvas.encode('png');
}

function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8;
}
function isPng(bytes: Uint8Array): boolean {
  return bytes[0] === 0x89 && bytes[1] === 0x50;
}
function isWebp(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(8, 12)).toString('latin1') === 'WEBP';
}
