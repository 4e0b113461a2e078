import { integer, object, oneOf, type Parser, textOf } from './parser.ts';

/** An uploaded image as it is kept: decoded and encoded anew, without anything else that the file held. */
export interface AssetFacts {
  /** SHA-256 of its bytes, in hex: the map names it `asset:<hash>`. */
  readonly hash: string;
  readonly type: AssetType;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}
/** What images are kept as. */
export type AssetType = 'image/png' | 'image/jpeg' | 'image/webp';

/** Longest image that is taken, in bytes. */
export const ASSET_BYTES = 10 * 1024 * 1024;

/** SHA-256 in hex. */
export const assetHash: Parser<string> = textOf(/^[0-9a-f]{64}$/, { min: 64, max: 64 });

/** What is said of an image that was kept. */
export const assetFacts: Parser<AssetFacts> = object({
  hash: assetHash,
  type: oneOf('image/png', 'image/jpeg', 'image/webp'),
  width: integer(1, 100_000),
  height: integer(1, 100_000),
  bytes: integer(1, 2 * ASSET_BYTES),
});
