import { createHash, timingSafeEqual } from 'node:crypto';
import { err, isRecord, ok, type Result, tryJson, tryUtf8Decode } from '@bough/base';
import { type AuthenticatorData, parseAuthenticatorData } from './authenticator-data.ts';
import { readCbor } from './cbor.ts';
import { type CredentialKey, isSignedBy, parseCoseKey } from './credential-key.ts';

// The two ceremonies of WebAuthn Level 3, as the one who asks has to check them (7.1, 7.2), for what Bough asks: no attestation, and
// always that the authenticator knows who is there (user verification), so that a passkey is two proofs in one: the device and its owner.
// The challenge is looked at elsewhere (challenges.ts). Of an attestation the statement is not read: what makes a passkey somebody's is the
// session that asked for it, which was proved; who built the authenticator is no concern of ours.

/** What must be true of whatever is answered. */
export interface Expected {
  /** The pages that may ask. */
  readonly origins: ReadonlySet<string>;
  /** The domain that passkeys are for. */
  readonly domain: string;
}
/** A passkey that was made. */
export interface Made {
  readonly challenge: string;
  readonly aaguid: string;
  readonly id: Uint8Array;
  readonly key: CredentialKey;
  readonly counter: number;
  readonly maySync: boolean;
}
/** What somebody answers with a passkey that they have. */
export interface Assertion {
  readonly clientData: Uint8Array;
  readonly authenticatorData: Uint8Array;
  readonly signature: Uint8Array;
}
/** What is wrong with an answer; for logs and tests, since nobody else is told. */
export type Wrong =
  | 'client data'
  | 'ceremony'
  | 'origin'
  | 'embedded'
  | 'authenticator data'
  | 'domain'
  | 'nobody there'
  | 'nobody known'
  | 'no key'
  | 'signature';

/** Checks what a browser answers that made a passkey. */
export function verifyMade(
  answer: { readonly clientData: Uint8Array; readonly attestation: Uint8Array },
  expected: Expected,
): Result<Made, Wrong> {
  const client = readClientData(answer.clientData, 'webauthn.create', expected);
  if (!client.ok) return client;
  const attestation = readCbor(answer.attestation);
  if (attestation === null || attestation.end !== answer.attestation.length || !(attestation.value instanceof Map)) {
    return err('authenticator data');
  }
  const said: unknown = attestation.value.get('authData');
  const data = readAuthenticator(said instanceof Uint8Array ? said : new Uint8Array(0), expected);
  if (!data.ok) return data;
  const { made, counter, maySync } = data.value;
  const key = made === null ? null : parseCoseKey(made.cose);
  if (made === null || key === null) return err('no key');
  return ok({ challenge: client.value, aaguid: made.aaguid, id: made.id, key, counter, maySync });
}

/** The challenge that an answer is to, unchecked; null: it says none. */
export function challengeOf(clientData: Uint8Array): string | null {
  const { challenge } = clientFields(clientData) ?? {};
  return typeof challenge === 'string' ? challenge : null;
}

/** Checks what a browser answers with a passkey that has this key. */
export function verifyAssertion(
  answer: Assertion,
  key: CredentialKey,
  expected: Expected,
): Result<Pick<AuthenticatorData, 'counter' | 'maySync'>, Wrong> {
  const client = readClientData(answer.clientData, 'webauthn.get', expected);
  const data = readAuthenticator(answer.authenticatorData, expected);
  const signed = Buffer.concat([answer.authenticatorData, sha256(answer.clientData)]);
  // Always, so that no answer is quicker than another for what stands in it.
  const isSigned = isSignedBy(key, signed, answer.signature);
  if (!client.ok) return client;
  if (!data.ok) return data;
  return isSigned ? ok(data.value) : err('signature');
}

/** The challenge, when our own page asked for this very ceremony. */
function readClientData(
  bytes: Uint8Array,
  ceremony: 'webauthn.create' | 'webauthn.get',
  { origins }: Expected,
): Result<string, Wrong> {
  const { type, challenge, origin, crossOrigin } = clientFields(bytes) ?? {};
  if (typeof challenge !== 'string' || typeof origin !== 'string') return err('client data');
  if (type !== ceremony) return err('ceremony');
  if (!origins.has(origin)) return err('origin');
  // Bough stands in nobody's frame.
  if (crossOrigin !== undefined && crossOrigin !== false) return err('embedded');
  return ok(challenge);
}

function clientFields(bytes: Uint8Array): Partial<Record<string, unknown>> | null {
  const read = tryJson(tryUtf8Decode(bytes));
  return isRecord(read) ? read : null;
}

function readAuthenticator(bytes: Uint8Array, { domain }: Expected): Result<AuthenticatorData, Wrong> {
  const data = parseAuthenticatorData(bytes);
  if (data === null) return err('authenticator data');
  if (!timingSafeEqual(data.domainHash, sha256(Buffer.from(domain)))) return err('domain');
  if (!data.isPresent) return err('nobody there');
  if (!data.isVerified) return err('nobody known');
  return ok(data);
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}
