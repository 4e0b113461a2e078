import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Ciphers, Compression, Digest } from '@bough/bloblog';

const TAG_BYTES = 16;
const FAST_LEVEL = 1;
const SMALL_LEVEL = 9;

/** AES-256-GCM by OpenSSL. */
export const nodeCiphers: Ciphers = {
  seal(key, nonce, plain, associated) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated);
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  },
  tryOpen(key, nonce, sealed, associated) {
    if (sealed.length < TAG_BYTES) return null;
    const tag = sealed.subarray(sealed.length - TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(associated).setAuthTag(tag);
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)), decipher.final()]);
    } catch {
      return null;
    }
  },
};

/** SHA-256 by OpenSSL. */
export const nodeDigest: Digest = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
};

/** Zstandard by Node's zlib. */
export const nodeCompression: Compression = {
  // A copy: zlib's answer may be a view on a buffer several times its size, and packed states are kept for long.
  compress: (bytes, effort) =>
    new Uint8Array(
      zstdCompressSync(bytes, {
        params: { [constants.ZSTD_c_compressionLevel]: effort === 'fast' ? FAST_LEVEL : SMALL_LEVEL },
      }),
    ),
  tryDecompress(bytes, limit) {
    try {
      return zstdDecompressSync(bytes, { maxOutputLength: limit });
    } catch {
      return null;
    }
  },
};
