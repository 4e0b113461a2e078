import { parseBase64Url } from '@bough/base';
import { Binary } from 'mongodb';
import { idBytes, idText } from '../ids-in-bytes.ts';

// Ids and hashes are binary; records that are known by several ids have these, one after the other, as their _id, so that the
// primary index alone keeps each of them single.

/** The ids, one after the other, as they are kept. */
export function bin(...ids: readonly string[]): Binary {
  return new Binary(Buffer.concat(ids.map(idBytes)));
}

/** A hash as it is kept. */
export function hashBin(hash: string): Binary {
  return new Binary(parseBase64Url(hash) ?? new Uint8Array(0));
}

/** The id that is kept there. */
export function idOf(kept: Binary): string {
  return idText(kept.value());
}
