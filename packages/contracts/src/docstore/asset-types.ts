import { integer, object, oneOf, type ParsedBy, textOf } from '../parser.ts';

/** Longest image that is taken, in bytes. */
export const ASSET_BYTES = 10 * 1024 * 1024;

/** SHA-256 in hex. */
export const assetHash = textOf(/^[0-9a-f]{64}$/, { min: 64, max: 64 });

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
