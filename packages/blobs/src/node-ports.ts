import { createCipheriv, createDecipheriv, hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Ciphers, Compression, Digest } from '@bough/bloblog';
import { contentSize } from './zstd-frame.ts';

/** Sealed at once: memory of this size has been used before, where that of a large object must first be had from the system. */
const PIECE = 64 * 1024;
const TAG_BYTES = 16;
const FAST_LEVEL = 1;
const SMALL_LEVEL = 9;
/** What every zstd decoder takes without being asked. */
const MOST_WINDOW_LOG = 27;
const LEAST_WINDOW_LOG = 10;
/** What is set aside at once for an answer, in bytes, whatever its frame says. */
const LEAST_CHUNK = 1024;
const MOST_CHUNK = 64 * 1024 * 1024;

/** AES-256-GCM by OpenSSL. */
export const nodeCiphers: Ciphers = {
  seal(key, nonce, plain, associated, before = []) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated);
    const parts = [...before];
    for (let at = 0; at < plain.length; at += PIECE) parts.push(cipher.update(plain.subarray(at, at + PIECE)));
    parts.push(cipher.final(), cipher.getAuthTag());
    const { buffer, byteOffset, length } = Buffer.concat(parts);
    // Not as a Buffer: its `slice` would be no copy.
    return new Uint8Array(buffer, byteOffset, length);
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
  sha256: (bytes) => hash('sha256', bytes, 'buffer'),
};

/** Zstandard by Node's zlib. */
export const nodeCompression: Compression = {
  // A copy: zlib's answer may be a view on a buffer several times its size, and packed states are kept for long.
  compress: (bytes, effort, base) =>
    new Uint8Array(
      zstdCompressSync(bytes, {
        params: {
          [constants.ZSTD_c_compressionLevel]: effort === 'fast' ? FAST_LEVEL : SMALL_LEVEL,
          ...(base === undefined ? {} : patching(base.length + bytes.length)),
        },
        ...(base === undefined ? {} : { dictionary: base }),
      }),
    ),
  tryDecompress(bytes, limit, base) {
    // Into one buffer where the frame says how much it holds: in small pieces that are joined it takes twice as long.
    const size = contentSize(bytes) ?? 0;
    try {
      return zstdDecompressSync(bytes, {
        maxOutputLength: limit,
        chunkSize: Math.max(LEAST_CHUNK, Math.min(size + 1, limit, MOST_CHUNK)),
        ...(base === undefined ? {} : { dictionary: base }),
      });
    } catch {
      return null;
    }
  },
};

/** A window that reaches over the base and all that follows, and a checksum, which tells that the base was another one. */
function patching(length: number): Record<number, number> {
  const windowLog = Math.min(MOST_WINDOW_LOG, Math.max(LEAST_WINDOW_LOG, Math.ceil(Math.log2(length)) + 1));
  return { [constants.ZSTD_c_windowLog]: windowLog, [constants.ZSTD_c_checksumFlag]: 1 };
}
