import { route, routeTable } from '../../define.ts';
import { emailAddress, mailWish } from '../../mailer/email-address.ts';
import { opaque } from '../../ids.ts';
import { nameLine } from '../../line.ts';
import { integer, nullable, object } from '../../parser.ts';
import { bytesAnswer } from '../../route.ts';
import { upkeepFacts } from '../../docstore/upkeep-types.ts';
import { person, session } from './account-types.ts';
import { account, deletion, given, givenProof, sessionEntries } from './person-types.ts';
import { newPassword } from './sign-in-types.ts';

const MIB = 1024 * 1024;

/** A person's own account. What could take it away asks for a proof, or for a session that began within the hour. */
export const personRoutes = routeTable({
  account: route('gateway', 'person', 'GET /api/account', {
    answer: account,
  }),
  /** How this Bough keeps its documents, for an owner of it; null for everybody else. */
  upkeep: route('gateway', 'person', 'GET /api/upkeep', {
    answer: object({ upkeep: nullable(upkeepFacts) }),
  }),
  changeAccount: route('gateway', 'person', 'PUT /api/account', {
    body: object({ name: nameLine(80), hue: integer(0, 7) }),
    answer: person,
  }),
  /** Sets or changes the password and ends every other session; the answer is this browser's next one. */
  setPassword: route('gateway', 'person', 'PUT /api/account/password', {
    body: object({ password: newPassword, ...given }),
    answer: session,
    deadlineMs: 30_000,
  }),
  /** From then on one comes in by mail or provider. Ends every other session. */
  removePassword: route('gateway', 'person', 'POST /api/account/password/remove', {
    body: givenProof,
    answer: session,
    deadlineMs: 30_000,
  }),
  /** Mails a link to the new address; nothing changes until it is used. */
  requestEmailChange: route('gateway', 'person', 'POST /api/account/email', {
    body: object({ email: emailAddress, ...given }),
    deadlineMs: 30_000,
  }),
  /** Uses up the secret of that mail, in the browser that asked; the old address is told. */
  confirmEmailChange: route('gateway', 'person', 'POST /api/account/email/confirm', {
    body: object({ secret: opaque }),
    answer: person,
  }),
  /** Whether one wants mails that others ask for: about invitations and comments. */
  mailWish: route('gateway', 'person', 'GET /api/account/mail', {
    answer: mailWish,
  }),
  setMailWish: route('gateway', 'person', 'PUT /api/account/mail', {
    body: mailWish,
  }),
  /** Where one is signed in, last seen first. */
  listSessions: route('gateway', 'person', 'GET /api/account/sessions', {
    answer: object({ sessions: sessionEntries }),
  }),
  endSession: route('gateway', 'person', 'DELETE /api/account/sessions/:session', {
    params: object({ session: opaque }),
  }),
  /** Ends every session of the person but this browser's, whose next one is the answer. */
  endOtherSessions: route('gateway', 'person', 'POST /api/account/sessions/end-others', {
    answer: session,
  }),
  /** Proves the session for another hour, under a new id; one that is proved stays as it is. */
  prove: route('gateway', 'person', 'POST /api/account/prove', {
    body: givenProof,
    answer: session,
    deadlineMs: 30_000,
  }),
  /** Everything that is kept about the person, and every map that the person may take away, as one zip file. Needs a session that was proved. */
  exportAccount: route('gateway', 'person', 'GET /api/account/export', {
    answer: bytesAnswer,
    answerLimit: 1024 * MIB,
    deadlineMs: 120_000,
  }),
  /** What deleting the account would do to the maps. */
  deletionFacts: route('gateway', 'person', 'GET /api/account/deletion', {
    answer: deletion,
    answerLimit: 16 * MIB,
  }),
  /** Deletes the account and what `deletionFacts` says; the answer is the next session, of nobody. */
  deleteAccount: route('gateway', 'person', 'POST /api/account/delete', {
    body: givenProof,
    answer: session,
    deadlineMs: 60_000,
  }),
});
