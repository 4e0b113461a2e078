import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

// Bytes that a database keeps and must not be able to read: AES-256-GCM, one byte 1, 12 random bytes, ciphertext with its tag. `bound` says what they
// belong to: of anything else they do not open.

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals with this key of 32 bytes. */
export function sealBytes(key: Uint8Array, bound: string, plain: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(bound));
  const parts = [Uint8Array.of(VERSION), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()];
  return new Uint8Array(Buffer.concat(parts));
}

/** Opens what one of the keys sealed, and which; null: none did, or it belongs to something else, or is damaged. */
export function openBytes(
  keys: readonly Uint8Array[],
  bound: string,
  sealed: Uint8Array,
): { readonly plain: Uint8Array; readonly keyIndex: number } | null {
  if (sealed[0] !== VERSION || sealed.length < 1 + NONCE_BYTES + TAG_BYTES) return null;
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const body = sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES);
  for (const [keyIndex, key] of keys.entries()) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(bound)).setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      return { plain: new Uint8Array(Buffer.concat([decipher.update(body), decipher.final()])), keyIndex };
    } catch {
      // Of another key: the next one tells.
    }
  }
  return null;
}
