import { integer, integerText, maybe, object, oneOf, type ParsedBy, textOf } from '../parser.ts';

/** Longest image that is taken, in bytes, together with its original. */
export const ASSET_BYTES = 10 * 1024 * 1024;

/** The edge of a picture of a person, in pixels. */
export const PICTURE_EDGE = 256;
/** Longest upload that becomes one, in bytes. */
export const PICTURE_UPLOAD_BYTES = 2 * 1024 * 1024;
/** Longest one as it is kept: each is some pixels square. */
export const PICTURE_BYTES = 128 * 1024;

/** SHA-256 in hex. */
export const assetHash = textOf(/^[0-9a-f]{64}$/, { min: 64, max: 64 });

/** Of how many images of a map the originals are found, at most. */
export const ORIGINALS = 1_000;

/** How many bytes at the end of an upload are what its picture was drawn from (SVG, ICO, AVIF, BMP); null: it is a picture alone. */
export const originalBytes = maybe(integerText(1, ASSET_BYTES));

/** A picture and what it was drawn from, as one upload; null where there is no room for both. */
export function uploadWithOriginal(picture: Uint8Array, original: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (original.length === 0 || picture.length + original.length > ASSET_BYTES) return null;
  const upload = new Uint8Array(picture.length + original.length);
  upload.set(picture);
  upload.set(original, picture.length);
  return upload;
}

const assetType = oneOf('image/png', 'image/jpeg', 'image/webp');
/** What images are kept as. */
export type AssetType = ParsedBy<typeof assetType>;

/** An uploaded image as it is kept: decoded and encoded anew, without anything else that the file held. */
export const assetFacts = object({
  /** Of its bytes: the map names it `asset:<hash>`. */
  hash: assetHash,
  type: assetType,
  width: integer(1, 100_000),
  height: integer(1, 100_000),
  bytes: integer(1, 2 * ASSET_BYTES),
});
export type AssetFacts = ParsedBy<typeof assetFacts>;
