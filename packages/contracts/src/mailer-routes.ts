import { noParams, route } from './define.ts';
import { emailAddress, mailWish } from './email-address.ts';
import { instant, opaque } from './ids.ts';
import type { Mail, MailAccepted, MailRequest, SentMail } from './mail-types.ts';
import { line } from './line.ts';
import {
  flag,
  integer,
  integerText,
  list,
  object,
  oneOf,
  optional,
  type Parser,
  text,
  textOf,
  variants,
} from './parser.ts';
import { nothing } from './route.ts';

// Everything that becomes a header refuses control characters before anything else looks at it.

/** An http or https address without spaces, quotes or control characters. */
const webLink: Parser<string> = textOf(/^https?:\/\/[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a~]+$/, {
  min: 8,
  max: 2_000,
});

/** How much of comments a mail has: so many of them, and so much of each. */
export const MAILED_COMMENT = { most: 10, letters: 600 } as const;

const linkFor = <const K extends 'sign-in' | 'reset-password' | 'change-email'>(kind: K) =>
  object({ kind: oneOf(kind), to: emailAddress, link: webLink, expiresInMinutes: integer(1, 1_440) });

const mail: Parser<Mail> = variants('kind', {
  'sign-in': linkFor('sign-in'),
  'reset-password': linkFor('reset-password'),
  'change-email': linkFor('change-email'),
  'new-browser': object({
    kind: oneOf('new-browser'),
    to: emailAddress,
    link: webLink,
    at: instant,
    device: line(200, 1),
  }),
  notice: object({
    kind: oneOf('notice'),
    to: emailAddress,
    about: oneOf(
      'email-changed',
      'password-changed',
      'account-deleted',
      'token-made',
      'passkey-added',
      'passkey-removed',
      'passkey-copied',
      'second-step-on',
      'second-step-off',
      'second-step-removed',
      'recovery-codes-made',
      'recovery-codes-removed',
      'recovery-code-used',
    ),
    link: webLink,
  }),
  invitation: object({
    kind: oneOf('invitation'),
    to: emailAddress,
    link: webLink,
    from: line(200),
    title: line(500),
  }),
  mention: object({
    kind: oneOf('mention'),
    to: emailAddress,
    link: webLink,
    title: line(500),
    comments: list(
      object({ from: line(200), text: text({ min: 1, max: MAILED_COMMENT.letters }) }),
      MAILED_COMMENT.most,
    ),
  }),
});
const mailState = oneOf('waiting', 'sent', 'failed');
const request: Parser<MailRequest> = object({ key: opaque, mail, gatherSeconds: optional(integer(1, 3_600)) });
const accepted: Parser<MailAccepted> = object({ id: opaque, state: mailState });
const sentMail: Parser<SentMail> = object({
  id: opaque,
  to: emailAddress,
  subject: line(998),
  text: text({ max: 20_000 }),
  html: text({ max: 40_000 }),
  at: instant,
  state: mailState,
});
/** Mails of the outbox, newest first. */
export const outboxAnswer: Parser<{ readonly mails: readonly SentMail[] }> = object({ mails: list(sentMail, 200) });
/** How many mails at most. */
export const outboxQuery = object({ limit: integerText(1, 200) });

/** What mailer answers to gateway. */
export const mailerRoutes = {
  /** Answers when the mail is kept durably; a key that was sent before answers with the mail of then. */
  sendMail: route('mailer', 'service', 'POST /mails', {
    name: 'sendMail',
    params: noParams,
    body: request,
    answer: accepted,
  }),
  /** The mail with this key is forgotten, if it gathers still. */
  withdrawMail: route('mailer', 'service', 'POST /mails/withdrawn', {
    name: 'withdrawMail',
    params: noParams,
    body: object({ key: opaque }),
    answer: nothing,
  }),
  /** Whoever holds the token of a mail wants no more of its kind, or wants them again; absent when no mail has the token. */
  wantMail: route('mailer', 'service', 'POST /wishes', {
    name: 'wantMail',
    params: noParams,
    body: object({ token: opaque, isWanted: flag }),
    answer: nothing,
  }),
  /** Whether the reader of this address wants mails that others ask for. */
  mailWish: route('mailer', 'service', 'POST /wishes/of', {
    name: 'mailWish',
    params: noParams,
    body: object({ to: emailAddress }),
    answer: mailWish,
  }),
  /** The reader of this address says so. */
  setMailWish: route('mailer', 'service', 'PUT /wishes/of', {
    name: 'setMailWish',
    params: noParams,
    body: object({ to: emailAddress, isWanted: flag }),
    answer: nothing,
  }),
  /** The last mails, newest first: what the outbox page shows. Absent when mails go out by SMTP. */
  listMails: route('mailer', 'service', 'GET /mails', {
    name: 'listMails',
    params: outboxQuery,
    body: nothing,
    answer: outboxAnswer,
    answerLimit: 16 * 1024 * 1024,
  }),
} as const;
