import { noParams, route } from '../define.ts';
import { instant, opaque } from '../ids.ts';
import { line } from '../line.ts';
import { emailAddress, mailWish } from '../email-address.ts';
import { flag, integer, list, nullable, object, oneOf, optional, type Parser } from '../parser.ts';
import { bytesAnswer, nothing } from '../route.ts';
import { person, session } from './account-routes.ts';
import type { AccountFacts, DeletionFacts, SessionEntry } from './person-types.ts';
import { upkeepFacts } from '../upkeep-types.ts';
import { newPassword, typedCode, typedPassword } from './sign-in-routes.ts';

const MIB = 1024 * 1024;
const SESSIONS_IN_LIST = 1_000;
const MAPS_IN_LIST = 10_000;
const RECOVERY_CODES_MOST = 100;

const account: Parser<AccountFacts> = object({
  person,
  createdAt: instant,
  hasPassword: flag,
  mayHavePassword: flag,
  hasProvider: flag,
  hasPasskey: flag,
  isOwner: flag,
  isFresh: flag,
  secondStep: nullable(object({ since: instant, codesLeft: integer(0, RECOVERY_CODES_MOST) })),
});
const sessionEntry: Parser<SessionEntry> = object({
  id: opaque,
  device: line(200),
  by: oneOf('guest', 'mail', 'password', 'provider', 'passkey'),
  beganAt: instant,
  seenAt: instant,
  isThis: flag,
});
const deletion: Parser<DeletionFacts> = object({
  deleted: list(line(500), MAPS_IN_LIST),
  handedOver: list(object({ title: line(500), to: line(80) }), MAPS_IN_LIST),
  left: integer(0, MAPS_IN_LIST),
});
/** Proof that it is the person and not somebody who found the browser open: the password, and a code where the second step is on. Null when
 *  there is no password, or when the session was proved within the hour. */
export const given = { proof: nullable(typedPassword), code: optional(typedCode) };

/** A person's own account. What could take it away asks for a proof, or for a session that began within the hour. */
export const personRoutes = {
  account: route('gateway', 'person', 'GET /api/account', {
    name: 'account',
    params: noParams,
    body: nothing,
    answer: account,
  }),
  /** How this Bough keeps its documents, for an owner of it; null for everybody else. */
  upkeep: route('gateway', 'person', 'GET /api/upkeep', {
    name: 'upkeep',
    params: noParams,
    body: nothing,
    answer: object({ upkeep: nullable(upkeepFacts) }),
  }),
  changeAccount: route('gateway', 'person', 'PUT /api/account', {
    name: 'changeAccount',
    params: noParams,
    body: object({ name: line(80, 1), hue: integer(0, 7) }),
    answer: person,
  }),
  /** Sets or changes the password and ends every other session; the answer is this browser's next one. */
  setPassword: route('gateway', 'person', 'PUT /api/account/password', {
    name: 'setPassword',
    params: noParams,
    body: object({ password: newPassword, ...given }),
    answer: session,
    deadlineMs: 30_000,
  }),
  /** From then on one comes in by mail or provider. Ends every other session. */
  removePassword: route('gateway', 'person', 'POST /api/account/password/remove', {
    name: 'removePassword',
    params: noParams,
    body: object(given),
    answer: session,
    deadlineMs: 30_000,
  }),
  /** Mails a link to the new address; nothing changes until it is used. */
  requestEmailChange: route('gateway', 'person', 'POST /api/account/email', {
    name: 'requestEmailChange',
    params: noParams,
    body: object({ email: emailAddress, ...given }),
    answer: nothing,
    deadlineMs: 30_000,
  }),
  /** Uses up the secret of that mail, in the browser that asked; the old address is told. */
  confirmEmailChange: route('gateway', 'person', 'POST /api/account/email/confirm', {
    name: 'confirmEmailChange',
    params: noParams,
    body: object({ secret: opaque }),
    answer: person,
  }),
  /** Whether one wants mails that others ask for: about invitations and comments. */
  mailWish: route('gateway', 'person', 'GET /api/account/mail', {
    name: 'mailWish',
    params: noParams,
    body: nothing,
    answer: mailWish,
  }),
  setMailWish: route('gateway', 'person', 'PUT /api/account/mail', {
    name: 'setMailWish',
    params: noParams,
    body: mailWish,
    answer: nothing,
  }),
  /** Where one is signed in, last seen first. */
  listSessions: route('gateway', 'person', 'GET /api/account/sessions', {
    name: 'listSessions',
    params: noParams,
    body: nothing,
    answer: object({ sessions: list(sessionEntry, SESSIONS_IN_LIST) }),
  }),
  endSession: route('gateway', 'person', 'DELETE /api/account/sessions/:session', {
    name: 'endSession',
    params: object({ session: opaque }),
    body: nothing,
    answer: nothing,
  }),
  /** Ends every session of the person but this browser's, whose next one is the answer. */
  endOtherSessions: route('gateway', 'person', 'POST /api/account/sessions/end-others', {
    name: 'endOtherSessions',
    params: noParams,
    body: nothing,
    answer: session,
  }),
  /** Proves the session for another hour, under a new id; one that is proved stays as it is. */
  prove: route('gateway', 'person', 'POST /api/account/prove', {
    name: 'prove',
    params: noParams,
    body: object(given),
    answer: session,
    deadlineMs: 30_000,
  }),
  /** Everything that is kept about the person, and every map that the person may take away, as one zip file. Needs a session that was proved. */
  exportAccount: route('gateway', 'person', 'GET /api/account/export', {
    name: 'exportAccount',
    params: noParams,
    body: nothing,
    answer: bytesAnswer,
    answerLimit: 1024 * MIB,
    deadlineMs: 120_000,
  }),
  /** What deleting the account would do to the maps. */
  deletionFacts: route('gateway', 'person', 'GET /api/account/deletion', {
    name: 'deletionFacts',
    params: noParams,
    body: nothing,
    answer: deletion,
    answerLimit: 16 * MIB,
  }),
  /** Deletes the account and what `deletionFacts` says; the answer is the next session, of nobody. */
  deleteAccount: route('gateway', 'person', 'POST /api/account/delete', {
    name: 'deleteAccount',
    params: noParams,
    body: object(given),
    answer: session,
    deadlineMs: 60_000,
  }),
} as const;
