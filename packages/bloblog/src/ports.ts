import type { Clock, Ids, Random, Result } from '@bough/base';

// What the log needs of a platform and of its application, besides a blob store.

/** AES-256-GCM (NIST SP 800-38D): 32-byte keys, 12-byte nonces, the 16-byte tag after the ciphertext. */
export interface Ciphers {
  /** The ciphertext with its tag, after the bytes `before`. */
  seal(
    key: Uint8Array,
    nonce: Uint8Array,
    plain: Uint8Array,
    associated: Uint8Array,
    before?: readonly Uint8Array[],
  ): Uint8Array;
  /** null when the tag does not fit: another key, another place, or a bit was turned. */
  tryOpen(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array, associated: Uint8Array): Uint8Array | null;
}

/** SHA-256. */
export interface Digest {
  sha256(bytes: Uint8Array): Uint8Array;
}

/** Zstandard (RFC 8878). */
export interface Compression {
  /**
   * `fast` for what is rewritten often, `small` for what is kept. With a base, what both have in common costs next to nothing,
   * and only with the same base is it read again.
   */
  compress(bytes: Uint8Array, effort: 'fast' | 'small', base?: Uint8Array): Uint8Array;
  /** null when the bytes are not a frame, were made on another base, or would grow beyond `limit`. */
  tryDecompress(bytes: Uint8Array, limit: number, base?: Uint8Array): Uint8Array | null;
}

/** What the log must know of a change; the rest is the application's, whose it is included (`LineCodec.writerOf`). */
export interface Entry {
  readonly counter: number;
}

/**
 * How the application writes a change as one line of text without line breaks. `tryDecode` accepts every line that `encode`
 * ever wrote, in every version.
 */
export interface LineCodec<E extends Entry> {
  encode(entry: E): string;
  tryDecode(line: string): Result<E, string>;
  /** The name under which the change was counted. Counters of one name rise; names that differ have nothing to do with each other. */
  writerOf(entry: E): string;
}

/** Everything that a log takes from outside, apart from its store and settings. */
export interface LogPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly digest: Digest;
  readonly compression: Compression;
}
