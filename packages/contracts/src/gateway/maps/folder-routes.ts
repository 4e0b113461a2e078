import { route, routeTable } from '../../define.ts';
import { emailAddress } from '../../mailer/email-address.ts';
import { longId, opaque, personId } from '../../ids.ts';
import { list, nullable, object, optional } from '../../parser.ts';
import { folder, folderName } from './folder-types.ts';
import { linkRole } from './link-role.ts';
import { invitation, membersAndInvited } from './sharing-types.ts';

const FOLDERS_MOST = 2_000;

const ofFolder = object({ folder: longId });

/** Folders: nested, and shared with people, who may open every map that an owner puts there. */
export const folderRoutes = routeTable({
  /** The person's own folders and those that others share with them, by name. */
  listFolders: route('gateway', 'person', 'GET /api/folders', {
    answer: object({ folders: list(folder, FOLDERS_MOST) }),
  }),
  makeFolder: route('gateway', 'person', 'POST /api/folders', {
    body: object({ name: folderName, parent: optional(nullable(longId)) }),
    answer: folder,
  }),
  /** Another name, or another place among the person's own folders. */
  changeFolder: route('gateway', 'folder own', 'PUT /api/folders/:folder', {
    params: ofFolder,
    body: object({ name: folderName, parent: nullable(longId) }),
    answer: folder,
  }),
  /** What was in it is then in the folder around it. */
  removeFolder: route('gateway', 'folder own', 'DELETE /api/folders/:folder', {
    params: ofFolder,
  }),
  folderSharing: route('gateway', 'folder own', 'GET /api/folders/:folder/sharing', {
    params: ofFolder,
    answer: object(membersAndInvited),
  }),
  /** Mails an invitation; the answer is the same whether the address is known or not. */
  inviteToFolder: route('gateway', 'folder own', 'POST /api/folders/:folder/invitations', {
    params: ofFolder,
    body: object({ email: emailAddress, role: linkRole }),
    answer: invitation,
  }),
  withdrawFolderInvitation: route('gateway', 'folder own', 'DELETE /api/folders/:folder/invitations/:invitation', {
    params: object({ folder: longId, invitation: opaque }),
  }),
  setFolderMember: route('gateway', 'folder own', 'PUT /api/folders/:folder/members/:person', {
    params: object({ folder: longId, person: personId }),
    body: object({ role: linkRole }),
  }),
  removeFolderMember: route('gateway', 'folder own', 'DELETE /api/folders/:folder/members/:person', {
    params: object({ folder: longId, person: personId }),
  }),
  /** From then on the person sees neither the folder nor, unless for another reason, the maps in it. */
  leaveFolder: route('gateway', 'folder view', 'POST /api/folders/:folder/leave', {
    params: ofFolder,
  }),
});
