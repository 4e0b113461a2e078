import { route, routeTable } from '../define.ts';
import { emailAddress, mailWish } from './email-address.ts';
import { opaque } from '../ids.ts';
import { mailAccepted, mailRequest, sentMail } from './mail-types.ts';
import { flag, integerText, list, object } from '../parser.ts';

/** Mails of the outbox, newest first. */
export const outboxAnswer = object({ mails: list(sentMail, 200) });
/** How many mails at most. */
export const outboxQuery = object({ limit: integerText(1, 200) });

/** What mailer answers to gateway. */
export const mailerRoutes = routeTable({
  /** Answers when the mail is kept durably; a key that was sent before answers with the mail of then. */
  sendMail: route('mailer', 'service', 'POST /mails', {
    body: mailRequest,
    bodyLimit: 512 * 1024,
    answer: mailAccepted,
  }),
  /** The mail with this key is forgotten, if it gathers still. */
  withdrawMail: route('mailer', 'service', 'POST /mails/withdrawn', {
    body: object({ key: opaque }),
  }),
  /** Whoever holds the token of a mail wants no more of its kind, or wants them again; absent when no mail has the token. */
  wantMail: route('mailer', 'service', 'POST /wishes', {
    body: object({ token: opaque, isWanted: flag }),
  }),
  /** Whether the reader of this address wants mails that others ask for. */
  mailWish: route('mailer', 'service', 'POST /wishes/of', {
    body: object({ to: emailAddress }),
    answer: mailWish,
  }),
  /** The reader of this address says so. */
  setMailWish: route('mailer', 'service', 'PUT /wishes/of', {
    body: object({ to: emailAddress, isWanted: flag }),
  }),
  /** The last mails, newest first: what the outbox page shows. Absent when mails go out by SMTP. */
  listMails: route('mailer', 'service', 'GET /mails', {
    params: outboxQuery,
    answer: outboxAnswer,
    answerLimit: 16 * 1024 * 1024,
  }),
});
