import { hash } from 'node:crypto';
import type { ETag } from '@bough/bloblog';

/** Of BLAKE2b's 512 bits, 258: half as dear as SHA-256 where the processor does not know that. */
const ETAG_LENGTH = 43;

/** The ETag of an object with these bytes. */
export function etagOf(bytes: Uint8Array): ETag {
  return hash('blake2b512', bytes, 'base64url').slice(0, ETAG_LENGTH);
}
