import { noParams, route } from '../define.ts';
import { instant, mapId, opaque, personId } from '../ids.ts';
import { line } from '../line.ts';
import { emailAddress } from '../email-address.ts';
import { flag, list, nullable, object, oneOf, optional, type Parser } from '../parser.ts';
import { nothing } from '../route.ts';
import { session } from './account-routes.ts';
import { mapFacts, mapRole, ofMap, personName } from './map-routes.ts';
import type { Invitation, Member, ShareLink, Sharing, WaitingInvitation } from './sharing-types.ts';

const LINKS_IN_LIST = 1_000;
/** Most members, and most invitations, of one map or folder that are listed. */
export const MEMBERS_MOST = 2_000;

const linkRole = oneOf('view', 'comment', 'edit');
const shareLink: Parser<ShareLink> = object({
  id: opaque,
  secret: nullable(opaque),
  role: linkRole,
  needsSignIn: flag,
  mayCopy: flag,
  mayReadPast: flag,
  expiresAt: nullable(instant),
  createdAt: instant,
});
/** Somebody who may open a map or a folder. */
export const member: Parser<Member> = object({
  person: personName,
  email: nullable(emailAddress),
  isGuest: flag,
  role: mapRole,
  by: oneOf('person', 'link', 'folder'),
});
/** An invitation that nobody has taken up yet. */
export const invitation: Parser<Invitation> = object({
  id: opaque,
  email: emailAddress,
  role: mapRole,
  createdAt: instant,
  expiresAt: instant,
});
const waitingInvitation: Parser<WaitingInvitation> = object({
  id: opaque,
  kind: oneOf('map', 'folder'),
  title: line(500),
  by: nullable(line(80)),
  role: mapRole,
  expiresAt: instant,
});
const links = list(shareLink, LINKS_IN_LIST);
const sharing: Parser<Sharing> = object({
  members: list(member, MEMBERS_MOST),
  invitations: list(invitation, MEMBERS_MOST),
  links,
  isPublic: flag,
  mayPublicCopy: flag,
});

/** Who else may open a map. */
export const sharingRoutes = {
  sharing: route('gateway', 'own', 'GET /api/maps/:map/sharing', {
    name: 'sharing',
    params: ofMap,
    body: nothing,
    answer: sharing,
  }),
  /** Mails an invitation; the answer is the same whether the address is known or not. */
  inviteToMap: route('gateway', 'own', 'POST /api/maps/:map/invitations', {
    name: 'inviteToMap',
    params: ofMap,
    body: object({ email: emailAddress, role: mapRole }),
    answer: invitation,
  }),
  withdrawInvitation: route('gateway', 'own', 'DELETE /api/maps/:map/invitations/:invitation', {
    name: 'withdrawInvitation',
    params: object({ map: mapId, invitation: opaque }),
    body: nothing,
    answer: nothing,
  }),
  /** What the person is invited to and has not accepted. */
  waitingInvitations: route('gateway', 'person', 'GET /api/invitations', {
    name: 'waitingInvitations',
    params: noParams,
    body: nothing,
    answer: object({ invitations: list(waitingInvitation, MEMBERS_MOST) }),
  }),
  /** Takes up an invitation that waits for the person's address. */
  acceptInvitation: route('gateway', 'person', 'POST /api/invitations/:invitation/accept', {
    name: 'acceptInvitation',
    params: object({ invitation: opaque }),
    body: nothing,
    answer: object({ map: nullable(mapId), folder: nullable(opaque) }),
  }),
  /** Another role for somebody who may open the map; it is then the person's own, whatever link they came by. */
  setMember: route('gateway', 'own', 'PUT /api/maps/:map/members/:person', {
    name: 'setMember',
    params: object({ map: mapId, person: personId }),
    body: object({ role: mapRole }),
    answer: nothing,
  }),
  /** Takes back every role that the person has on the map itself; what a folder gives stays. The last owner stays. */
  removeMember: route('gateway', 'own', 'DELETE /api/maps/:map/members/:person', {
    name: 'removeMember',
    params: object({ map: mapId, person: personId }),
    body: nothing,
    answer: nothing,
  }),
  /** Makes a member the owner; who gave the map away may edit it from then on. */
  giveMap: route('gateway', 'own', 'POST /api/maps/:map/owner', {
    name: 'giveMap',
    params: ofMap,
    body: object({ person: personId }),
    answer: nothing,
  }),
  /** Whether anybody at all may look at the map under its address, and whether they may take it away. */
  setPublic: route('gateway', 'own', 'PUT /api/maps/:map/public', {
    name: 'setPublic',
    params: ofMap,
    body: object({ isPublic: flag, mayCopy: flag }),
    answer: nothing,
  }),
  listShareLinks: route('gateway', 'own', 'GET /api/maps/:map/links', {
    name: 'listShareLinks',
    params: ofMap,
    body: nothing,
    answer: object({ links }),
  }),
  /** Unless it says otherwise, a link lets guests in, lets them copy, gives no history, and does not end. */
  makeShareLink: route('gateway', 'own', 'POST /api/maps/:map/links', {
    name: 'makeShareLink',
    params: ofMap,
    body: object({
      role: linkRole,
      needsSignIn: optional(flag),
      mayCopy: optional(flag),
      mayReadPast: optional(flag),
      expiresAt: optional(nullable(instant)),
    }),
    answer: shareLink,
  }),
  revokeShareLink: route('gateway', 'own', 'DELETE /api/maps/:map/links/:link', {
    name: 'revokeShareLink',
    params: object({ map: mapId, link: opaque }),
    body: nothing,
    answer: nothing,
  }),
  /**
   * Turns the secret of a share link, or of an invitation's mail, into a role; makes a guest when nobody is here and the link lets
   * guests in. `gateway/sign-in-needed` otherwise: sign in, and ask again. The map is null for an invitation to a folder.
   */
  joinMap: route('gateway', 'anybody', 'POST /api/join', {
    name: 'joinMap',
    params: noParams,
    body: object({ secret: opaque }),
    answer: object({ session, map: nullable(mapFacts), folder: nullable(object({ id: opaque, name: line(100) })) }),
  }),
} as const;
