import { AUTHORS_MOST } from '../../docstore/authors.ts';
import { emailAddress } from '../../mailer/email-address.ts';
import { ASKED_LETTERS } from '../../mailer/mail-types.ts';
import { instant, longId, opaque, personId } from '../../ids.ts';
import { line } from '../../line.ts';
import { flag, list, nullable, object, oneOf, type ParsedBy, text } from '../../parser.ts';
import { groupName, mapGroups } from './group-types.ts';
import { linkRole } from './link-role.ts';
import { mapRole, personName } from './map-types.ts';

const LINKS_MOST = 1_000;
/** Of a map that more people may open, so many are told. */
export const MEMBERS_MOST = 2_000;
/** Of a map that more ask for, the rest is passed over. */
export const ASKS_MOST = 500;

/** A link by which people may open a map. */
export const shareLink = object({
  id: opaque,
  /** It lives in the fragment of the link; the database has its hash alone. null: it cannot be shown again. */
  secret: nullable(opaque),
  role: linkRole,
  /** Whether only people with an address may come by it, and no guests. */
  needsSignIn: flag,
  /** Whether who came by it may export and copy. Who may edit always may. */
  mayCopy: flag,
  /** Whether they may read what is not there any more. Who may edit always may. */
  mayReadPast: flag,
  /** After it the link, and what it gave, is worth nothing; null: until it is revoked. */
  expiresAt: nullable(instant),
  createdAt: instant,
});
export type ShareLink = ParsedBy<typeof shareLink>;
/** All of a map. */
export const shareLinks = list(shareLink, LINKS_MOST);

/** Somebody who may open a map or a folder. */
const member = object({
  person: personName,
  /** Of people who were invited by it, and of oneself; null: it is not told, or there is none. */
  email: nullable(emailAddress),
  isGuest: flag,
  role: mapRole,
  /** Why: given to the person, by a link, by a folder, or by a group. The strongest reason, when there are several. */
  by: oneOf('person', 'link', 'folder', 'group'),
  /** The group that it is by; null: it is by something else. */
  group: nullable(object({ id: longId, name: groupName })),
  /** When it ends, or ended; null: it does not. */
  until: nullable(instant),
});
export type Member = ParsedBy<typeof member>;

/** An invitation that nobody has taken up yet. It waits for whoever proves to have the address. */
export const invitation = object({
  id: opaque,
  email: emailAddress,
  role: mapRole,
  /** When the access ends that it gives; null: it does not. */
  until: nullable(instant),
  createdAt: instant,
  /** When it is too late to take it up. */
  expiresAt: instant,
});
export type Invitation = ParsedBy<typeof invitation>;

/** An invitation as whom it is for sees it. */
const waitingInvitation = object({
  id: opaque,
  kind: oneOf('map', 'folder'),
  title: line(500),
  /** Who invites; null: they are gone. */
  by: nullable(line(80)),
  role: mapRole,
  until: nullable(instant),
  expiresAt: instant,
});
export type WaitingInvitation = ParsedBy<typeof waitingInvitation>;
/** All of one person. */
export const waitingInvitations = list(waitingInvitation, MEMBERS_MOST);

/** Somebody who has written in a map, or may open it. */
const mapPerson = object({
  /** The id that their changes and comments bear. */
  id: personId,
  /** Who that is now: a guest who has signed in since then is whom they became. */
  person: personName,
  hasWritten: flag,
  /** Whether they may open it now. */
  isMember: flag,
  /** Whether their account was deleted: the name is the last one they had. */
  isGone: flag,
});
export type MapPerson = ParsedBy<typeof mapPerson>;
/** All of a map: who wrote last stands first. */
export const mapPeople = object({ people: list(mapPerson, AUTHORS_MOST + MEMBERS_MOST) });
export type MapPeople = ParsedBy<typeof mapPeople>;

/** Who may open a map or a folder, and who is invited, as fields of an answer. */
export const membersAndInvited = { members: list(member, MEMBERS_MOST), invitations: list(invitation, MEMBERS_MOST) };

/** Somebody asks for access to a map. */
const accessAsk = object({
  id: opaque,
  person: personName,
  /** They know that owners see it. */
  email: nullable(emailAddress),
  message: text({ max: ASKED_LETTERS }),
  at: instant,
});
export type AccessAsk = ParsedBy<typeof accessAsk>;

/** Who may open a map, as one of them sees it. */
export const mapMembers = object({
  /** Everybody; for who came by a link and may only look, and for visitors of a public page: the owners, and oneself. */
  members: list(member, MEMBERS_MOST),
  /** Those that one has sent. */
  invitations: list(invitation, MEMBERS_MOST),
  /** Groups that have a role on it; none for who sees not everybody. */
  groups: mapGroups,
  mayInvite: flag,
  /** The owner who asks one to become the owner; null: nobody does. */
  askedBy: nullable(personName),
});
export type MapMembers = ParsedBy<typeof mapMembers>;

/** Everything about who may open a map. */
export const sharing = object({
  ...membersAndInvited,
  /** Those whose access has ended, who ended last first, with the role that they had, and the group that they are known to be in nevertheless. */
  ended: list(member, MEMBERS_MOST),
  groups: mapGroups,
  /** Whether those who may edit may invite others. */
  mayEditorsInvite: flag,
  /** Who is asked to become the owner, and whether they have declined; null: nobody. */
  transfer: nullable(object({ to: personName, at: instant, isDeclined: flag })),
  /** Who asks for access, oldest first. */
  asks: list(accessAsk, ASKS_MOST),
  links: shareLinks,
  isPublic: flag,
  mayPublicCopy: flag,
});
export type Sharing = ParsedBy<typeof sharing>;
