import { type AssetType, PICTURE_EDGE } from '@bough/contracts';
import type { Sharp, SharpOptions } from 'sharp';
import { DocstoreFailure } from '../failure.ts';
import { type ImageKind, sniffImage } from './sniff.ts';

// What somebody uploads is never kept: only the picture that it decodes to, encoded by us. So nothing that hides beside the
// pixels survives: places and names from cameras, comments, a second file behind the first one. The decoder sees only the four
// formats that the first bytes name; all others of its library are switched off. The size stands in a file's header and is
// looked at before a single pixel is decoded.

/** A picture as it is kept. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly type: AssetType;
  readonly width: number;
  readonly height: number;
}

const MOST_PIXELS = 40_000_000;
const LONGEST_EDGE = 4_096;
const MOST_SECONDS = 10;
const LOADERS = [
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
];

const WAYS: { readonly [K in ImageKind]: { readonly type: AssetType; readonly encode: (picture: Sharp) => Sharp } } = {
  png: { type: 'image/png', encode: (picture) => picture.png({ compressionLevel: 9 }) },
  jpeg: { type: 'image/jpeg', encode: (picture) => picture.jpeg({ quality: 85, mozjpeg: true }) },
  webp: { type: 'image/webp', encode: (picture) => picture.webp({ quality: 85 }) },
  // A map does not move: the first frame is what is shown.
  gif: { type: 'image/png', encode: (picture) => picture.png({ compressionLevel: 9 }) },
};

/**
 * The picture in the bytes, upright, at most 4,096 pixels long, in sRGB, without metadata. Throws an invalid DocstoreFailure
 * for what is no image or too many pixels.
 */
export async function encodeAnew(bytes: Uint8Array): Promise<Picture> {
  const { kind, upright } = await decoded(bytes);
  const { type, encode } = WAYS[kind];
  const fitted = upright.resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true });
  return await encodedAs(encode(fitted), type);
}

/** The middle of the same as a picture of a person: a small square in WebP. Throws as `encodeAnew` does. */
export async function drawSquare(bytes: Uint8Array): Promise<Picture> {
  const { upright } = await decoded(bytes);
  const { type, encode } = WAYS.webp;
  return await encodedAs(encode(upright.resize({ width: PICTURE_EDGE, height: PICTURE_EDGE, fit: 'cover' })), type);
}

async function decoded(bytes: Uint8Array): Promise<{ readonly kind: ImageKind; readonly upright: Sharp }> {
  const kind = sniffImage(bytes);
  if (kind === null) throw noImage('it is not PNG, JPEG, WebP or GIF');
  const sharp = await decoder();
  const options: SharpOptions = { failOn: 'error', sequentialRead: true, animated: false };
  const { format, width, height } = await understood(sharp(bytes, { ...options, limitInputPixels: false }).metadata());
  if (format !== kind) throw noImage('its content does not match its format');
  if (width * height > MOST_PIXELS) {
    throw new DocstoreFailure(`The image has ${width} x ${height} pixels. At most ${MOST_PIXELS} are allowed.`, {
      kind: 'invalid',
      code: 'docstore/too-large',
    });
  }
  const upright = sharp(bytes, { ...options, limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .timeout({ seconds: MOST_SECONDS });
  return { kind, upright };
}

async function encodedAs(encoded: Sharp, type: AssetType): Promise<Picture> {
  const { data, info } = await understood(encoded.toBuffer({ resolveWithObject: true }));
  return { bytes: data, type, width: info.width, height: info.height };
}

/** The content type of what was kept: we wrote it, so its first bytes say what it is. */
export function typeOfKept(bytes: Uint8Array): AssetType | null {
  const kind = sniffImage(bytes);
  return kind === null || kind === 'gif' ? null : WAYS[kind].type;
}

type Decoder = (bytes: Uint8Array, options: SharpOptions) => Sharp;
let loaded: Promise<Decoder> | null = null;

/** Loaded with the first image: a docstore that never sees one starts faster and stays smaller. */
function decoder(): Promise<Decoder> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loaded;
}

async function understood<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw noImage('it cannot be decoded', cause);
  }
}

/** What is said to be the original of a picture, and is none. */
export function noOriginal(): DocstoreFailure {
  return noImage('what it was drawn from is not SVG, ICO, AVIF or BMP');
}

function noImage(why: string, cause?: unknown): DocstoreFailure {
  return new DocstoreFailure(`The image cannot be used: ${why}.`, {
    kind: 'invalid',
    code: 'docstore/no-image',
    cause,
  });
}
