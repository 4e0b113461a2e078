import { route, routeTable } from '../../define.ts';
import { longId } from '../../ids.ts';
import { object } from '../../parser.ts';
import { session } from './account-types.ts';
import {
  madePasskey,
  passkey,
  passkeyAnswer,
  passkeyName,
  passkeyOrder,
  passkeyQuestion,
  passkeys,
} from './passkey-types.ts';
import { givenProof } from './person-types.ts';

/** Passkeys (WebAuthn): a way to come in, and a proof that one is still there. Only people with an address have any. */
export const passkeyRoutes = routeTable({
  /** Asks for any passkey that the browser has for this Bough; who is asked is not known, so nothing is told about anybody. */
  beginPasskeySignIn: route('gateway', 'anybody', 'POST /api/session/passkey', {
    answer: passkeyQuestion,
  }),
  /** One answer for an unknown passkey and a wrong one, after the same work. */
  confirmPasskeySignIn: route('gateway', 'anybody', 'POST /api/session/passkey/confirm', {
    body: object({ answer: passkeyAnswer }),
    answer: session,
  }),
  listPasskeys: route('gateway', 'person', 'GET /api/account/passkeys', {
    answer: object({ passkeys }),
  }),
  /** What to make another passkey with. Needs a proof as for deleting the account. */
  beginPasskey: route('gateway', 'person', 'POST /api/account/passkeys/begin', {
    body: givenProof,
    answer: passkeyOrder,
    deadlineMs: 30_000,
  }),
  /** Keeps the passkey that was made so, in the session that asked; the person is told first. `name` null: what it seems to be. */
  addPasskey: route('gateway', 'person', 'POST /api/account/passkeys', {
    body: madePasskey,
    answer: passkey,
  }),
  renamePasskey: route('gateway', 'person', 'PUT /api/account/passkeys/:passkey', {
    params: object({ passkey: longId }),
    body: object({ name: passkeyName }),
  }),
  /** Needs a proof as for deleting the account; the person is told. */
  removePasskey: route('gateway', 'person', 'POST /api/account/passkeys/:passkey/remove', {
    params: object({ passkey: longId }),
    body: givenProof,
    deadlineMs: 30_000,
  }),
  /** Asks for one of the person's own passkeys, to prove the session. */
  beginPasskeyProof: route('gateway', 'person', 'POST /api/account/prove/passkey', {
    answer: passkeyQuestion,
  }),
  /** Proves the session for another hour, under a new id. */
  confirmPasskeyProof: route('gateway', 'person', 'POST /api/account/prove/passkey/confirm', {
    body: object({ answer: passkeyAnswer }),
    answer: session,
  }),
});
