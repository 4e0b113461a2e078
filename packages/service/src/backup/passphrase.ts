import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { parseBase64Url, toBase64Url } from '@bough/base';
import { ServiceFailure } from '../service-failure.ts';

// What a passphrase seals: `scrypt.<log2 of N>.<r>.<p>.<salt>.<nonce>.<sealed>`, the last three in base64url. The key is scrypt's
// (RFC 7914) of the passphrase, with 128 MB for each guess; sealed is AES-256-GCM with the text before it as associated data.

const [LOG_N, R, P] = [17, 8, 1];
/** What a box of another maker may ask for at most: four times as much as ours. */
const MOST_LOG_N = 19;
const [KEY_BYTES, SALT_BYTES, NONCE_BYTES, TAG_BYTES] = [32, 16, 12, 16];
/** A shorter passphrase is found by trying. */
const LEAST_LENGTH = 12;

/** Seals a text with a passphrase; throws a ServiceFailure when the passphrase is too short. */
export function sealWithPassphrase(passphrase: string, plain: string): string {
  if (passphrase.length < LEAST_LENGTH) {
    throw new ServiceFailure(`The passphrase has fewer than ${LEAST_LENGTH} characters.`, {
      kind: 'invalid',
      code: 'service/wrong-setting',
      hint: 'Set BOUGH_BACKUP_PASSPHRASE to a longer one: five words by dice, say.',
    });
  }
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
  const head = `scrypt.${LOG_N}.${R}.${P}.${toBase64Url(salt)}.${toBase64Url(nonce)}`;
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt, LOG_N), nonce).setAAD(Buffer.from(head));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${head}.${toBase64Url(sealed)}`;
}

/** The text that was sealed, or null: another passphrase, or the box was changed. */
export function tryOpenWithPassphrase(passphrase: string, box: string): string | null {
  const parts = box.split('.');
  const logN = Number(parts[1]);
  const [salt, nonce, sealed] = parts.slice(4).map((part) => parseBase64Url(part));
  const isOurs = parts.length === 7 && parts[0] === 'scrypt' && parts[2] === String(R) && parts[3] === String(P);
  if (!isOurs || !Number.isInteger(logN) || logN < 1 || logN > MOST_LOG_N) return null;
  if (salt == null || nonce == null || sealed == null || sealed.length < TAG_BYTES) return null;
  const key = keyOf(passphrase, salt, logN);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(parts.slice(0, 6).join('.'))).setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    const plain = [decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)), decipher.final()];
    return Buffer.concat(plain).toString('utf8');
  } catch {
    return null;
  }
}

function keyOf(passphrase: string, salt: Uint8Array, logN: number): Buffer {
  const N = 2 ** logN;
  // Twice what it needs, or Node refuses. Of texts that look alike, every keyboard's is the same passphrase.
  return scryptSync(passphrase.normalize('NFKC'), salt, KEY_BYTES, { N, r: R, p: P, maxmem: 256 * N * R });
}
