import { constants, createPublicKey, type KeyObject, verify, type webcrypto } from 'node:crypto';
import { parseBase64Url, toBase64Url } from '@bough/base';
import type { Cbor, CborMap } from './cbor.ts';

// The public keys of passkeys: in COSE (RFC 9052, 9053) as they come, in SubjectPublicKeyInfo as they are kept. Three algorithms, and
// what a key is good for is decided when it comes: the signature says nothing about how it wants to be checked.

/** What signatures may be made with, by their numbers in COSE, in the order in which we like them. */
export const ALGORITHMS = { ES256: -7, EdDSA: -8, RS256: -257 } as const;
/** The number of one of them. */
export type Algorithm = (typeof ALGORITHMS)[keyof typeof ALGORITHMS];

/** A public key, and the one algorithm that it is for. */
export interface CredentialKey {
  readonly algorithm: Algorithm;
  readonly key: KeyObject;
}

const KTY = 1;
const ALG = 3;
/** The curve, or an RSA modulus. */
const FIRST = -1;
/** x, or an RSA exponent. */
const SECOND = -2;
const Y = -3;
const RSA_BYTES = { least: 256, most: 512 } as const;
const KINDS = { [-7]: 'ec', [-8]: 'ed25519', [-257]: 'rsa' } as const;

/** The key that a COSE map says; null: none of ours, or none at all (a point off its curve, an RSA key too short or too long). */
export function parseCoseKey(cose: Cbor): CredentialKey | null {
  if (!(cose instanceof Map)) return null;
  const jwk = jwkOf(cose);
  if (jwk === null) return null;
  try {
    return { algorithm: jwk.algorithm, key: createPublicKey({ key: jwk.key, format: 'jwk' }) };
  } catch {
    return null;
  }
}

/** The key as it is kept. */
export function keptKey({ key }: CredentialKey): string {
  return toBase64Url(key.export({ type: 'spki', format: 'der' }));
}

/** The key that was kept; throws for a damaged record. */
export function mustBeKey(algorithm: number, kept: string): CredentialKey {
  const known = Object.values(ALGORITHMS).find((each) => each === algorithm);
  const der = parseBase64Url(kept);
  if (known === undefined || der === null) throw new Error('a damaged record: no key of a passkey');
  const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== KINDS[known]) throw new Error('a damaged record: a key of another kind');
  return { algorithm: known, key };
}

/** Whether the key's owner signed it. */
export function isSignedBy({ algorithm, key }: CredentialKey, signed: Uint8Array, signature: Uint8Array): boolean {
  switch (algorithm) {
    case ALGORITHMS.ES256:
      return verify('sha256', signed, { key, dsaEncoding: 'der' }, signature);
    case ALGORITHMS.EdDSA:
      return verify(null, signed, key, signature);
    case ALGORITHMS.RS256:
      return verify('sha256', signed, { key, padding: constants.RSA_PKCS1_PADDING }, signature);
  }
}

function jwkOf(cose: CborMap): { readonly algorithm: Algorithm; readonly key: webcrypto.JsonWebKey } | null {
  const [kty, alg, first, second] = [KTY, ALG, FIRST, SECOND].map((name) => cose.get(name));
  switch (alg) {
    case ALGORITHMS.ES256: {
      const [x, y] = [bytesOf(second, 32), bytesOf(cose.get(Y), 32)];
      if (kty !== 2 || first !== 1 || x === null || y === null) return null;
      return { algorithm: alg, key: { kty: 'EC', crv: 'P-256', x, y } };
    }
    case ALGORITHMS.EdDSA: {
      const x = bytesOf(second, 32);
      if (kty !== 1 || first !== 6 || x === null) return null;
      return { algorithm: alg, key: { kty: 'OKP', crv: 'Ed25519', x } };
    }
    case ALGORITHMS.RS256: {
      const [n, e] = [bytesOf(first, null), bytesOf(second, 3)];
      // 65537, which everybody uses.
      if (kty !== 3 || n === null || e !== 'AQAB' || !isModulus(first)) return null;
      return { algorithm: alg, key: { kty: 'RSA', n, e } };
    }
    default:
      return null;
  }
}

function isModulus(value: Cbor | undefined): boolean {
  if (!(value instanceof Uint8Array)) return false;
  return value.length >= RSA_BYTES.least && value.length <= RSA_BYTES.most && (value[0] ?? 0) >= 0x80;
}

/** `length` null: any. */
function bytesOf(value: Cbor | undefined, length: number | null): string | null {
  return value instanceof Uint8Array && (length === null || value.length === length) ? toBase64Url(value) : null;
}
