import type { Ciphers, Compression, Digest } from '../ports.ts';

// Stand-ins for what a platform gives, for tests that must not touch one: cheap, and wrong for every other use. Each keeps the
// port's promises that the log relies on: a turned bit, another key or another place is found; what goes in comes out.

/** A digest of 32 bytes from two hashes of 32 bits, each word of it another mix of them. */
export const toyDigest: Digest = {
  sha256: (bytes) => words(8, bytes),
};

/** Bytes with a mark before them; with a base, only what comes after their common beginning, and what tells the base. */
export const toyCompression: Compression = {
  compress(bytes, _effort, base) {
    const skip = base === undefined ? 0 : commonLength(bytes, base);
    const front =
      base === undefined ? [0x5a] : [0x5b, ...new Uint8Array(new Uint32Array([skip]).buffer), ...words(1, base)];
    const out = new Uint8Array(front.length + bytes.length - skip);
    out.set(front);
    out.set(bytes.subarray(skip), front.length);
    return out;
  },
  tryDecompress(bytes, limit, base) {
    if (bytes[0] === 0x5a && base === undefined) return bytes.length - 1 <= limit ? bytes.slice(1) : null;
    if (bytes[0] !== 0x5b || base === undefined || bytes.length < 9) return null;
    const [skip = 0] = new Uint32Array(bytes.slice(1, 5).buffer);
    if (!words(1, base).every((byte, i) => byte === bytes[5 + i])) return null;
    const out = new Uint8Array(skip + bytes.length - 9);
    out.set(base.subarray(0, skip));
    out.set(bytes.subarray(9), skip);
    return out.length <= limit ? out : null;
  },
};

function commonLength(a: Uint8Array, b: Uint8Array): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** Exclusive or, and a tag over everything. */
export const toyCiphers: Ciphers = {
  seal(key, nonce, plain, associated, before = []) {
    const out = new Uint8Array(before.reduce((sum, part) => sum + part.length, plain.length + TAG_BYTES));
    let at = 0;
    for (const part of before) {
      out.set(part, at);
      at += part.length;
    }
    const sealed = out.subarray(at);
    mask(key, nonce, plain, sealed);
    sealed.set(words(4, key, nonce, plain, associated), plain.length);
    return out;
  },
  tryOpen(key, nonce, sealed, associated) {
    if (sealed.length < TAG_BYTES) return null;
    const plain = new Uint8Array(sealed.length - TAG_BYTES);
    mask(key, nonce, sealed, plain);
    const expected = words(4, key, nonce, plain, associated);
    return expected.every((byte, i) => byte === sealed[plain.length + i]) ? plain : null;
  },
};

const TAG_BYTES = 16;

/** As many bytes as the shorter of both has. */
function mask(key: Uint8Array, nonce: Uint8Array, from: Uint8Array, to: Uint8Array): void {
  const length = Math.min(from.length, to.length);
  for (let i = 0; i < length; i++) to[i] = (from[i] ?? 0) ^ (key[i % 32] ?? 0) ^ (nonce[i % 12] ?? 0);
}

/** FNV-1a and a sum after it (as in Fletcher's checksum) over all parts and their lengths. */
function words(count: number, ...parts: readonly Uint8Array[]): Uint8Array {
  let [hash, sum] = [0x811c9dc5, 1];
  for (const part of parts) {
    hash = Math.imul(hash ^ part.length, 0x01000193);
    for (let i = 0; i < part.length; i++) {
      hash = Math.imul(hash ^ (part[i] ?? 0), 0x01000193);
      sum = (sum + hash) | 0;
    }
  }
  const out = new Uint8Array(4 * count);
  const view = new DataView(out.buffer);
  for (let i = 0; i < count; i++) view.setInt32(4 * i, Math.imul(hash ^ (sum >>> i), 0x9e3779b1 + 2 * i) ^ sum);
  return out;
}
