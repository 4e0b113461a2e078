import type { Ciphers, Compression, Digest } from '../ports.ts';

// Stand-ins for what a platform gives, for tests that must not touch one: cheap, and wrong for every other use. Each keeps the
// port's promises that the log relies on: a turned bit, another key or another place is found; what goes in comes out.

/** A digest of 32 bytes: FNV-1a, eight times over. */
export const toyDigest: Digest = {
  sha256(bytes) {
    const out = new Uint8Array(32);
    const view = new DataView(out.buffer);
    for (let i = 0; i < 8; i++) view.setUint32(4 * i, fnv(bytes, i));
    return out;
  },
};

/** Bytes with a mark before them. */
export const toyCompression: Compression = {
  compress(bytes) {
    const out = new Uint8Array(bytes.length + 1);
    out[0] = 0x5a;
    out.set(bytes, 1);
    return out;
  },
  tryDecompress: (bytes, limit) => (bytes[0] === 0x5a && bytes.length - 1 <= limit ? bytes.slice(1) : null),
};

/** Exclusive or, and a tag over everything. */
export const toyCiphers: Ciphers = {
  seal(key, nonce, plain, associated) {
    const sealed = new Uint8Array(plain.length + 16);
    sealed.set(plain.map((byte, i) => byte ^ (key[i % 32] ?? 0) ^ (nonce[i % 12] ?? 0)));
    sealed.set(tag(key, nonce, plain, associated), plain.length);
    return sealed;
  },
  tryOpen(key, nonce, sealed, associated) {
    if (sealed.length < 16) return null;
    const plain = sealed.slice(0, -16).map((byte, i) => byte ^ (key[i % 32] ?? 0) ^ (nonce[i % 12] ?? 0));
    const expected = tag(key, nonce, plain, associated);
    return sealed.slice(-16).every((byte, i) => byte === expected[i]) ? plain : null;
  },
};

function tag(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.flatMap((part) => [part.length & 0xff, ...part]));
  return toyDigest.sha256(joined).slice(0, 16);
}

function fnv(bytes: Uint8Array, salt: number): number {
  let hash = (0x811c9dc5 ^ (salt * 0x9e3779b9)) >>> 0;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
