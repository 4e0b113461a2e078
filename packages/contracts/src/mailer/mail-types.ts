import { emailAddress } from './email-address.ts';
import { instant, opaque } from '../ids.ts';
import { line } from '../line.ts';
import {
  flag,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Parser,
  type ParsedBy,
  text,
  textOf,
  variants,
} from '../parser.ts';

// What mailer can write. Everything that becomes a header refuses control characters before anything else looks at it; no user text
// reaches one.

/** An http or https address without spaces, quotes or control characters. */
const webLink = textOf(/^https?:\/\/[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a~]+$/, { min: 8, max: 2_000 });

const linkFor = <const K extends 'sign-in' | 'reset-password' | 'change-email'>(kind: K) =>
  object({ kind: oneOf(kind), to: emailAddress, link: webLink, expiresInMinutes: integer(1, 1_440) });

const mailNotice = oneOf(
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
);
/** What somebody is told after it happened, so that they notice when it was not them. */
export type MailNotice = ParsedBy<typeof mailNotice>;

/** How long a message may be with which somebody asks for access. */
export const ASKED_LETTERS = 300;
/** How much of comments a mail has: so many of them, and so much of each. */
export const MAILED_COMMENT = { most: 10, letters: 600 } as const;
/** A comment that names the reader. */
const mailedComment = object({ from: line(200), text: text({ min: 1, max: MAILED_COMMENT.letters }) });
export type MailedComment = ParsedBy<typeof mailedComment>;

/** So many maps a mail names that a group was given. */
export const MAILED_GROUP_TITLES = 10;

/** How much of a map's changes a mail has: what so many people did, and so much of what an item is called; and how large its picture may be. */
export const MAILED_CHANGES = { people: 12, letters: 40, pictureBytes: 240_000 } as const;
const count = integer(0, Number.MAX_SAFE_INTEGER);
/** What one person did in a map. */
const mailedShare = object({
  from: line(200),
  /** What the item is called below which everything was added; null: that is not to be said. */
  below: nullable(line(100)),
  ...{ added: count, removed: count, reworded: count, moved: count, restyled: count, linked: count, unlinked: count },
  ...{ commented: count, said: count, reacted: count, resolved: count, isRetitled: flag },
});
export type MailedShare = ParsedBy<typeof mailedShare>;
/** A PNG in base64. */
const mailedPicture: Parser<string> = textOf(/^[A-Za-z0-9+/]+={0,2}$/, {
  min: 4,
  max: Math.ceil(MAILED_CHANGES.pictureBytes / 3) * 4,
});

const mail = variants('kind', {
  'sign-in': linkFor('sign-in'),
  'reset-password': linkFor('reset-password'),
  'change-email': linkFor('change-email'),
  /** Somebody signed in to the account in a browser that was not known before. */
  'new-browser': object({
    kind: oneOf('new-browser'),
    to: emailAddress,
    /** Where the reader says that it was not them. */
    link: webLink,
    at: instant,
    /** As a session is called: `Firefox on Linux`. */
    device: line(200, 1),
  }),
  notice: object({ kind: oneOf('notice'), to: emailAddress, about: mailNotice, link: webLink }),
  invitation: object({
    kind: oneOf('invitation'),
    to: emailAddress,
    link: webLink,
    from: line(200),
    title: line(500),
  }),
  /** What somebody wants of the reader, or has given them, with a map. */
  sharing: object({
    kind: oneOf('sharing'),
    about: oneOf('access-asked', 'access-given', 'ownership-asked'),
    to: emailAddress,
    link: webLink,
    from: line(200),
    /** Of the map. */
    title: line(500),
    /** What they wrote to the reader; '': nothing. */
    message: text({ max: ASKED_LETTERS }),
  }),
  /** Somebody has given a group a role on maps, and the reader's address is in the group. */
  group: object({
    kind: oneOf('group'),
    to: emailAddress,
    /** To the map; where there are several, to all maps of the reader. */
    link: webLink,
    from: line(200),
    /** Of the group. */
    name: line(100),
    /** Of the maps; one at least. */
    titles: list(line(500), MAILED_GROUP_TITLES),
    /** So many maps more. */
    more: count,
  }),
  mention: object({
    kind: oneOf('mention'),
    to: emailAddress,
    link: webLink,
    /** Of the map. */
    title: line(500),
    /** Where the words stand. */
    where: oneOf('comments', 'chat', 'both'),
    /** Oldest first; one at least. */
    comments: list(mailedComment, MAILED_COMMENT.most),
  }),
  /** What others changed in a map that the reader watches. */
  changes: object({
    kind: oneOf('changes'),
    to: emailAddress,
    link: webLink,
    /** Of the map. */
    title: line(500),
    every: oneOf('day', 'hour'),
    /** Who did something last first; none: the reader may not read who did what. */
    shares: list(mailedShare, MAILED_CHANGES.people),
    /** So many people more did something. */
    more: count,
    /** The map as it is now; null: there is no picture. */
    picture: nullable(mailedPicture),
    /** Where one click ends the reader's mails about this map. */
    noMore: webLink,
  }),
});
export type Mail = ParsedBy<typeof mail>;

/** A mail to be sent. */
export const mailRequest = object({
  /** Sent once for one key, however often it is asked for. */
  key: opaque,
  mail,
  /**
   * For so long it gathers: another mail with its key takes its place, and it is neither sent nor shown. Absent: it does not, and what
   * has gathered under its key goes now, as this mail.
   */
  gatherSeconds: optional(integer(1, 3_600)),
});
export type MailRequest = ParsedBy<typeof mailRequest>;

const mailState = oneOf('waiting', 'sent', 'failed');
/** The mail is kept; `state` says how far it came. */
export const mailAccepted = object({ id: opaque, state: mailState });
export type MailAccepted = ParsedBy<typeof mailAccepted>;

/** A mail as the outbox shows it. */
export const sentMail = object({
  id: opaque,
  to: emailAddress,
  subject: line(998),
  text: text({ max: 20_000 }),
  html: text({ max: 40_000 }),
  /** What the HTML shows as `cid:map`; null: nothing, or the mail is not among the newest. */
  picture: nullable(mailedPicture),
  at: instant,
  state: mailState,
});
export type SentMail = ParsedBy<typeof sentMail>;
