import { route, routeTable } from '../../define.ts';
import { emailAddress } from '../../mailer/email-address.ts';
import { ASKED_LETTERS } from '../../mailer/mail-types.ts';
import { instant, mapId, opaque, personId } from '../../ids.ts';
import { line } from '../../line.ts';
import { flag, nullable, object, optional, text } from '../../parser.ts';
import { session } from '../people/account-types.ts';
import { linkRole } from './link-role.ts';
import { ofMap } from './map-routes.ts';
import { mapFacts, mapRole } from './map-types.ts';
import {
  invitation,
  mapMembers,
  mapPeople,
  shareLink,
  shareLinks,
  sharing,
  waitingInvitations,
} from './sharing-types.ts';

/** Who else may open a map. */
export const sharingRoutes = routeTable({
  sharing: route('gateway', 'own', 'GET /api/maps/:map/sharing', {
    params: ofMap,
    answer: sharing,
  }),
  /**
   * Everybody who ever wrote in the map, also who has left or deleted their account, and everybody who may open it now. Who may only look
   * is told the first where they may read the past, and else nobody.
   */
  mapPeople: route('gateway', 'view', 'GET /api/maps/:map/people', {
    params: ofMap,
    answer: mapPeople,
    answerLimit: 4 * 1024 * 1024,
    isRevalidated: true,
  }),
  /** Who may open the map, for everybody who may. Addresses are for owners alone: see `sharing`. */
  mapMembers: route('gateway', 'view', 'GET /api/maps/:map/members', {
    params: ofMap,
    answer: mapMembers,
  }),
  /** Whether those who may edit may invite others, with no more than their role. */
  setInviting: route('gateway', 'own', 'PUT /api/maps/:map/inviting', {
    params: ofMap,
    body: object({ mayEditorsInvite: flag }),
  }),
  /**
   * Mails an invitation; the answer is the same whether the address is known or not. `gateway/denied` for an editor where owners do not
   * let them, who came by a link, whose access ends, or who would give more than they have. Until then lasts what it gives; without it, or
   * for null, it does not end. An owner's does not.
   */
  inviteToMap: route('gateway', 'edit', 'POST /api/maps/:map/invitations', {
    params: ofMap,
    body: object({ email: emailAddress, role: mapRole, until: optional(nullable(instant)) }),
    answer: invitation,
  }),
  /** An owner withdraws any, an editor their own. */
  withdrawInvitation: route('gateway', 'edit', 'DELETE /api/maps/:map/invitations/:invitation', {
    params: object({ map: mapId, invitation: opaque }),
  }),
  /** What the person is invited to and has not accepted. */
  waitingInvitations: route('gateway', 'person', 'GET /api/invitations', {
    answer: object({ invitations: waitingInvitations }),
  }),
  /** Takes up an invitation that waits for the person's address. */
  acceptInvitation: route('gateway', 'person', 'POST /api/invitations/:invitation/accept', {
    params: object({ invitation: opaque }),
    answer: object({ map: nullable(mapId), folder: nullable(opaque) }),
  }),
  /**
   * Asks the owners for access to a map. The answer is the same whether there is such a map or not, whether they have refused before or
   * not, and takes as long: nothing of the map is looked at. Another request for the same map within 30 days changes nothing.
   */
  askForAccess: route('gateway', 'person', 'POST /api/maps/:map/ask', {
    params: ofMap,
    body: object({ message: text({ max: ASKED_LETTERS }) }),
  }),
  /** Whether the person has asked, also for a map that does not exist; null: not within 30 days. */
  askedForAccess: route('gateway', 'person', 'GET /api/maps/:map/ask', {
    params: ofMap,
    answer: object({ at: nullable(instant) }),
  }),
  /** Gives somebody who asked for access this role until then; null: it does not end. */
  grantAsked: route('gateway', 'own', 'POST /api/maps/:map/asks/:ask', {
    params: object({ map: mapId, ask: opaque }),
    body: object({ role: linkRole, until: nullable(instant) }),
    answer: object({ person: personId }),
  }),
  /** Refuses access to somebody who asked; they are not told. */
  refuseAsked: route('gateway', 'own', 'DELETE /api/maps/:map/asks/:ask', {
    params: object({ map: mapId, ask: opaque }),
  }),
  /**
   * Another role, or another end, for somebody who may open the map, or could until it ended; it is then the person's own, whatever link
   * they came by. Without `until` the end stays as it is. An owner's access does not end.
   */
  setMember: route('gateway', 'own', 'PUT /api/maps/:map/members/:person', {
    params: object({ map: mapId, person: personId }),
    body: object({ role: mapRole, until: optional(nullable(instant)) }),
  }),
  /**
   * Takes back every role that the person has on the map itself; what a folder gives stays. The last owner stays. The person is
   * kept as ended, and let in by nobody but an owner.
   */
  removeMember: route('gateway', 'own', 'DELETE /api/maps/:map/members/:person', {
    params: object({ map: mapId, person: personId }),
  }),
  /**
   * Asks a member to become the owner, in the place of anybody who was asked before. Nothing changes until they accept; who gave the map
   * away may edit it from then on.
   */
  giveMap: route('gateway', 'own', 'POST /api/maps/:map/owner', {
    params: ofMap,
    body: object({ person: personId }),
  }),
  /** Nobody is asked to become the owner any more. */
  keepMap: route('gateway', 'own', 'DELETE /api/maps/:map/owner', { params: ofMap }),
  /** Takes up what an owner has asked; `gateway/absent` where nobody asks, or who asked owns it no more. */
  acceptOwner: route('gateway', 'view', 'POST /api/maps/:map/owner/accept', {
    params: ofMap,
    answer: object({ person: personId }),
  }),
  /** Declines it, which owners see. */
  declineOwner: route('gateway', 'view', 'POST /api/maps/:map/owner/decline', { params: ofMap }),
  /** Whether anybody at all may look at the map under its address, and whether they may take it away. */
  setPublic: route('gateway', 'own', 'PUT /api/maps/:map/public', {
    params: ofMap,
    body: object({ isPublic: flag, mayCopy: flag }),
  }),
  listShareLinks: route('gateway', 'own', 'GET /api/maps/:map/links', {
    params: ofMap,
    answer: object({ links: shareLinks }),
  }),
  /** Unless it says otherwise, a link lets guests in, lets them copy, gives no history, and does not end. */
  makeShareLink: route('gateway', 'own', 'POST /api/maps/:map/links', {
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
    params: object({ map: mapId, link: opaque }),
  }),
  /**
   * Turns the secret of a share link, or of an invitation's mail, into a role; makes a guest when nobody is here and the link lets
   * guests in. `gateway/sign-in-needed` otherwise: sign in, and ask again. The map is null for an invitation to a folder.
   */
  joinMap: route('gateway', 'anybody', 'POST /api/join', {
    body: object({ secret: opaque }),
    answer: object({ session, map: nullable(mapFacts), folder: nullable(object({ id: opaque, name: line(100) })) }),
  }),
});
