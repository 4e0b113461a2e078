import { instant, longId } from '../../ids.ts';
import { line } from '../../line.ts';
import { flag, integer, list, nullable, object, oneOf, type ParsedBy, type Parser, textOf } from '../../parser.ts';

/** How many a person may have. */
export const PASSKEYS_MOST = 20;

const KIB = 1024;
const base64url = (max: number): Parser<string> => textOf(/^[A-Za-z0-9_-]+$/, { min: 1, max });

/** What its owner calls it. */
export const passkeyName = line(80, 1);
/** A passkey of a person, as its owner reads it. */
export const passkey = object({
  id: longId,
  name: passkeyName,
  /** Whether it may be on other devices of the person too, in a password manager or a platform's cloud. */
  maySync: flag,
  createdAt: instant,
  /** null: never. */
  usedAt: nullable(instant),
});
export type PasskeyFacts = ParsedBy<typeof passkey>;
/** All of one person. */
export const passkeys = list(passkey, PASSKEYS_MOST);

const transport = oneOf('usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal');
export type PasskeyTransport = ParsedBy<typeof transport>;
const transports = list(transport, 6);
/** An id of at most 1,023 bytes. */
const credentialId = base64url(1_364);
/** A credential that is asked for, or that must not be made again. */
const knownCredential = object({
  id: credentialId,
  /** How browsers reach it. */
  transports,
});
export type KnownCredential = ParsedBy<typeof knownCredential>;

const asked = {
  /** Good once, for `lifeMs`, in this browser. */
  challenge: base64url(128),
  /** The domain that passkeys of this Bough are for. */
  domain: line(253, 1),
  lifeMs: integer(1, 600_000),
  /** Which of them may answer; empty: any that the browser knows. */
  credentials: list(knownCredential, PASSKEYS_MOST),
};
/** What a browser is to ask a passkey: WebAuthn's request options, as far as they are not always the same. */
export const passkeyQuestion = object(asked);
export type PasskeyQuestion = ParsedBy<typeof passkeyQuestion>;

/** What a browser is to make a passkey with: WebAuthn's creation options, likewise. */
export const passkeyOrder = object({
  ...asked,
  /** Whose it will be: an opaque id, and what the browser shows. */
  user: object({ id: base64url(88), name: line(254, 1), displayName: line(80) }),
  /** What it may sign with, by the numbers of COSE, the best first. */
  algorithms: list(integer(-65_536, 0), 8),
});
export type PasskeyOrder = ParsedBy<typeof passkeyOrder>;

/** What a passkey answers. */
export const passkeyAnswer = object({
  credential: credentialId,
  clientData: base64url(8 * KIB),
  authenticatorData: base64url(4 * KIB),
  signature: base64url(2 * KIB),
  /** Whose the passkey says it is; null: it does not say. */
  user: nullable(base64url(88)),
});
export type PasskeyAnswer = ParsedBy<typeof passkeyAnswer>;

/** A passkey that was made, with what its owner calls it; null: what it seems to be. */
export const madePasskey = object({
  clientData: base64url(8 * KIB),
  attestation: base64url(32 * KIB),
  transports,
  name: nullable(passkeyName),
});
