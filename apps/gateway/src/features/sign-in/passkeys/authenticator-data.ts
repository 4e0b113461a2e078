import { type Cbor, readCbor } from './cbor.ts';

// What an authenticator says and signs (WebAuthn Level 3, 6.1): SHA-256 of the domain that it was used for (32 bytes), flags (1), how often
// it has signed (4, big-endian; 0: it does not count), then, where the flags say so, a new credential: the kind of authenticator (16), the
// length of the credential's id (2), the id, its public key in COSE; then, where they say so, a CBOR map of extensions. Nothing behind it.

/** A credential that was just made. */
export interface NewCredential {
  /** Which kind of authenticator made it, as a UUID; zeros where it does not say. */
  readonly aaguid: string;
  readonly id: Uint8Array;
  readonly cose: Cbor;
}
export interface AuthenticatorData {
  readonly domainHash: Uint8Array;
  /** Somebody touched it. */
  readonly isPresent: boolean;
  /** It knows who: by a finger, a face, a PIN. */
  readonly isVerified: boolean;
  /** The credential may be copied to its owner's other devices. */
  readonly maySync: boolean;
  readonly counter: number;
  /** null: none was made. */
  readonly made: NewCredential | null;
}

const HEAD = 37;
const UP = 0x01;
const UV = 0x04;
const BE = 0x08;
const BS = 0x10;
const AT = 0x40;
const ED = 0x80;
/** Of a credential's id, as the specification has it. */
const ID_BYTES = { least: 16, most: 1_023 } as const;

/** null: it is damaged, or contradicts itself. */
export function parseAuthenticatorData(bytes: Uint8Array): AuthenticatorData | null {
  const flags = bytes[32];
  if (bytes.length < HEAD || flags === undefined) return null;
  const has = (flag: number): boolean => (flags & flag) !== 0;
  // What was synced can be synced.
  if (has(BS) && !has(BE)) return null;
  const made = has(AT) ? readMade(bytes) : { value: null, end: HEAD };
  if (made === null) return null;
  const end = has(ED) ? endOfMap(bytes, made.end) : made.end;
  if (end !== bytes.length) return null;
  return {
    domainHash: bytes.subarray(0, 32),
    isPresent: has(UP),
    isVerified: has(UV),
    maySync: has(BE),
    counter: new DataView(bytes.buffer, bytes.byteOffset).getUint32(33),
    made: made.value,
  };
}

function readMade(bytes: Uint8Array): { readonly value: NewCredential; readonly end: number } | null {
  const idAt = HEAD + 18;
  if (bytes.length < idAt) return null;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint16(HEAD + 16);
  const keyAt = idAt + length;
  if (length < ID_BYTES.least || length > ID_BYTES.most || keyAt >= bytes.length) return null;
  const key = readCbor(bytes, keyAt);
  if (key === null) return null;
  const aaguid = uuidOf(bytes.subarray(HEAD, HEAD + 16));
  return { value: { aaguid, id: bytes.subarray(idAt, keyAt), cose: key.value }, end: key.end };
}

function endOfMap(bytes: Uint8Array, from: number): number | null {
  const read = readCbor(bytes, from);
  return read !== null && read.value instanceof Map ? read.end : null;
}

function uuidOf(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
