import { noParams, route } from '../define.ts';
import { instant, longId, opaque, personId } from '../ids.ts';
import { line } from '../line.ts';
import { emailAddress } from '../email-address.ts';
import { flag, list, nullable, object, oneOf, optional, type Parser } from '../parser.ts';
import { nothing } from '../route.ts';
import type { FolderFacts } from './folder-types.ts';
import { mapRole, personName } from './map-routes.ts';
import { invitation, member, MEMBERS_MOST } from './sharing-routes.ts';

const FOLDERS_MOST = 2_000;

const ofFolder = object({ folder: longId });
const folderName = line(100, 1);
const folderRole = oneOf('view', 'comment', 'edit');
const folder: Parser<FolderFacts> = object({
  id: longId,
  name: folderName,
  parent: nullable(longId),
  role: mapRole,
  owner: personName,
  isShared: flag,
  createdAt: instant,
});

/** Folders: nested, and shared with people, who may open every map that an owner puts there. */
export const folderRoutes = {
  /** The person's own folders and those that others share with them, by name. */
  listFolders: route('gateway', 'person', 'GET /api/folders', {
    name: 'listFolders',
    params: noParams,
    body: nothing,
    answer: object({ folders: list(folder, FOLDERS_MOST) }),
  }),
  makeFolder: route('gateway', 'person', 'POST /api/folders', {
    name: 'makeFolder',
    params: noParams,
    body: object({ name: folderName, parent: optional(nullable(longId)) }),
    answer: folder,
  }),
  /** Another name, or another place among the person's own folders. */
  changeFolder: route('gateway', 'folder own', 'PUT /api/folders/:folder', {
    name: 'changeFolder',
    params: ofFolder,
    body: object({ name: folderName, parent: nullable(longId) }),
    answer: folder,
  }),
  /** What was in it is then in the folder around it. */
  removeFolder: route('gateway', 'folder own', 'DELETE /api/folders/:folder', {
    name: 'removeFolder',
    params: ofFolder,
    body: nothing,
    answer: nothing,
  }),
  folderSharing: route('gateway', 'folder own', 'GET /api/folders/:folder/sharing', {
    name: 'folderSharing',
    params: ofFolder,
    body: nothing,
    answer: object({ members: list(member, MEMBERS_MOST), invitations: list(invitation, MEMBERS_MOST) }),
  }),
  /** Mails an invitation; the answer is the same whether the address is known or not. */
  inviteToFolder: route('gateway', 'folder own', 'POST /api/folders/:folder/invitations', {
    name: 'inviteToFolder',
    params: ofFolder,
    body: object({ email: emailAddress, role: folderRole }),
    answer: invitation,
  }),
  withdrawFolderInvitation: route('gateway', 'folder own', 'DELETE /api/folders/:folder/invitations/:invitation', {
    name: 'withdrawFolderInvitation',
    params: object({ folder: longId, invitation: opaque }),
    body: nothing,
    answer: nothing,
  }),
  setFolderMember: route('gateway', 'folder own', 'PUT /api/folders/:folder/members/:person', {
    name: 'setFolderMember',
    params: object({ folder: longId, person: personId }),
    body: object({ role: folderRole }),
    answer: nothing,
  }),
  removeFolderMember: route('gateway', 'folder own', 'DELETE /api/folders/:folder/members/:person', {
    name: 'removeFolderMember',
    params: object({ folder: longId, person: personId }),
    body: nothing,
    answer: nothing,
  }),
  /** From then on the person sees neither the folder nor, unless for another reason, the maps in it. */
  leaveFolder: route('gateway', 'folder view', 'POST /api/folders/:folder/leave', {
    name: 'leaveFolder',
    params: ofFolder,
    body: nothing,
    answer: nothing,
  }),
} as const;
