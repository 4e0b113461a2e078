import { noParams, route } from '../define.ts';
import { instant, longId } from '../ids.ts';
import { line } from '../line.ts';
import { flag, integer, list, nullable, object, oneOf, optional, type Parser, textOf } from '../parser.ts';
import { nothing } from '../route.ts';
import { session } from './account-routes.ts';
import type { KnownCredential, PasskeyAnswer, PasskeyFacts, PasskeyOrder, PasskeyQuestion } from './passkey-types.ts';
import { typedCode, typedPassword } from './sign-in-routes.ts';

/** How many a person may have. */
export const PASSKEYS_MOST = 20;

const KIB = 1024;
const base64url = (max: number): Parser<string> => textOf(/^[A-Za-z0-9_-]+$/, { min: 1, max });
/** An id of at most 1,023 bytes. */
const credentialId = base64url(1_364);
const transports = list(oneOf('usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal'), 6);
const known: Parser<KnownCredential> = object({ id: credentialId, transports });
const asked = {
  challenge: base64url(128),
  domain: line(253, 1),
  lifeMs: integer(1, 600_000),
  credentials: list(known, PASSKEYS_MOST),
};
const question: Parser<PasskeyQuestion> = object(asked);
const order: Parser<PasskeyOrder> = object({
  ...asked,
  user: object({ id: base64url(88), name: line(254, 1), displayName: line(80) }),
  algorithms: list(integer(-65_536, 0), 8),
});
const answer: Parser<PasskeyAnswer> = object({
  credential: credentialId,
  clientData: base64url(8 * KIB),
  authenticatorData: base64url(4 * KIB),
  signature: base64url(2 * KIB),
  user: nullable(base64url(88)),
});
const passkey: Parser<PasskeyFacts> = object({
  id: longId,
  name: line(80, 1),
  maySync: flag,
  createdAt: instant,
  usedAt: nullable(instant),
});
const given = { proof: nullable(typedPassword), code: optional(typedCode) };

/** Passkeys (WebAuthn): a way to come in, and a proof that one is still there. Only people with an address have any. */
export const passkeyRoutes = {
  /** Asks for any passkey that the browser has for this Bough; who is asked is not known, so nothing is told about anybody. */
  beginPasskeySignIn: route('gateway', 'anybody', 'POST /api/session/passkey', {
    name: 'beginPasskeySignIn',
    params: noParams,
    body: nothing,
    answer: question,
  }),
  /** One answer for an unknown passkey and a wrong one, after the same work. */
  confirmPasskeySignIn: route('gateway', 'anybody', 'POST /api/session/passkey/confirm', {
    name: 'confirmPasskeySignIn',
    params: noParams,
    body: object({ answer }),
    answer: session,
  }),
  listPasskeys: route('gateway', 'person', 'GET /api/account/passkeys', {
    name: 'listPasskeys',
    params: noParams,
    body: nothing,
    answer: object({ passkeys: list(passkey, PASSKEYS_MOST) }),
  }),
  /** What to make another passkey with. Needs a proof as for deleting the account. */
  beginPasskey: route('gateway', 'person', 'POST /api/account/passkeys/begin', {
    name: 'beginPasskey',
    params: noParams,
    body: object(given),
    answer: order,
    deadlineMs: 30_000,
  }),
  /** Keeps the passkey that was made so, in the session that asked; the person is told first. `name` null: what it seems to be. */
  addPasskey: route('gateway', 'person', 'POST /api/account/passkeys', {
    name: 'addPasskey',
    params: noParams,
    body: object({
      clientData: base64url(8 * KIB),
      attestation: base64url(32 * KIB),
      transports,
      name: nullable(line(80, 1)),
    }),
    answer: passkey,
  }),
  renamePasskey: route('gateway', 'person', 'PUT /api/account/passkeys/:passkey', {
    name: 'renamePasskey',
    params: object({ passkey: longId }),
    body: object({ name: line(80, 1) }),
    answer: nothing,
  }),
  /** Needs a proof as for deleting the account; the person is told. */
  removePasskey: route('gateway', 'person', 'POST /api/account/passkeys/:passkey/remove', {
    name: 'removePasskey',
    params: object({ passkey: longId }),
    body: object(given),
    answer: nothing,
    deadlineMs: 30_000,
  }),
  /** Asks for one of the person's own passkeys, to prove the session. */
  beginPasskeyProof: route('gateway', 'person', 'POST /api/account/prove/passkey', {
    name: 'beginPasskeyProof',
    params: noParams,
    body: nothing,
    answer: question,
  }),
  /** Proves the session for another hour, under a new id. */
  confirmPasskeyProof: route('gateway', 'person', 'POST /api/account/prove/passkey/confirm', {
    name: 'confirmPasskeyProof',
    params: noParams,
    body: object({ answer }),
    answer: session,
  }),
} as const;
