import { route, routeTable } from '../define.ts';
import { gatewayRoutes } from '../gateway/gateway-routes.ts';
import { importRoutes } from '../gateway/maps/import-routes.ts';
import { personName } from '../gateway/maps/map-types.ts';
import type { TokenScope } from '../gateway/people/token-types.ts';
import { emailAddress } from '../mailer/email-address.ts';
import { type JsonSchema, nullable, object } from '../parser.ts';
import type { AnyRoute, Route } from '../route.ts';

// The REST API for programs, under /api/v1. Where it does what the page does it is the page's own route, answered by the same
// handler: only who asks is said otherwise, by a token with a scope.

/** A route with what programs have to know about it. */
export interface ApiRoute<R extends AnyRoute = AnyRoute> {
  readonly route: R;
  /** What the token has to be good for. */
  readonly scope: TokenScope;
  /** One sentence for the documentation. */
  readonly does: string;
  /** The route whose ETag an If-Match of this one is compared with; absent: it takes none. */
  readonly guardedBy?: 'mapFacts' | 'readMap';
  /** What an answer of bytes is. */
  readonly bytes?: BytesFacts;
  /** What there is to know about asking for it. */
  readonly more?: string;
}

/** What the documentation says of an answer that no parser reads. */
export interface BytesFacts {
  /** What there is to know about asking for it. */
  readonly more: string;
  /** By media type. */
  readonly content: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
  /** Headers of the answer, each with a sentence. */
  readonly headers: Readonly<Record<string, string>>;
}

const MAP_BYTES: BytesFacts = {
  more: '`known` names a version that you have: 304 when it is the newest.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Map' } } },
  headers: {
    ETag: 'The version. `changeMap` takes it as If-Match.',
    'bough-seq': 'The number of the last change in it.',
    'bough-lineage': 'The lineage in which that number was given.',
  },
};

const FILE_BYTES: BytesFacts = {
  more:
    'A map without what the format has no place for: `exportReport` says what that is, before or after. An image has at most 80 million pixels and 65,000 on an edge; ' +
    'the report says how many were asked for and how many it has. `tiles=yes` makes tiles of a larger one, up to 320 million pixels: a ZIP with `ROW-COLUMN.png` ' +
    'and a page, `index.html`, that shows them in their places. `paper` splits a PDF into tiles of that size, which are as fine as you like.',
  content: { '*/*': {} },
  headers: {
    'Content-Disposition': 'The name of the file.',
    Link: 'The address of the report on this file, `rel="describedby"`, seen from the address of the file.',
    'bough-seq': 'The number of the last change in it.',
    'bough-lineage': 'The lineage in which that number was given.',
  },
};

const IMPORT_MORE =
  'The body is the file itself, at most 20 MiB, in any format that the import dialog takes; it is known by what stands in it, and by `name` where that says nothing. ' +
  'Images inside the file come along where they are PNG, JPEG, WebP or GIF; `images.missing` names every other one with the reason. ' +
  'Each file of a ZIP becomes a map; those that could not be read have a `problem` in place of a map. Where nothing could be made of any file, the request fails with the first problem. ' +
  'Imported maps and their images are counted apart from others: 500 maps and then 500 an hour, 300 images and then 30 a minute.';

/** Routes that programs alone have. */
export const programRoutes = {
  ...importRoutes,
  ...routeTable({
    me: route('gateway', 'person', 'GET /api/me', {
      answer: object({ person: personName, email: nullable(emailAddress) }),
    }),
  }),
} as const;

const g = gatewayRoutes;

/** Every route of the API, as the page's own are called. */
export const apiRoutes = {
  me: v1(programRoutes.me, 'maps:read', 'Whose token this is.'),
  listMaps: v1(g.listMaps, 'maps:read', 'A page of the maps that one may open.'),
  createMap: v1(g.createMap, 'maps:write', 'Makes a map.'),
  importMaps: {
    ...v1(
      programRoutes.importMaps,
      'maps:write',
      'Makes a map of a file of another program, or of each file of a ZIP.',
    ),
    more: IMPORT_MORE,
  },
  mapFacts: v1(g.mapFacts, 'maps:read', 'What lists show of a map.'),
  renameMap: v1(g.renameMap, 'maps:write', 'Gives a map another title.', 'mapFacts'),
  readMap: {
    ...v1({ ...g.readMap, access: 'copy' }, 'maps:read', 'The whole map as JSON, now or at a number of its history.'),
    bytes: MAP_BYTES,
  },
  readMapChanges: v1(g.readMapChanges, 'maps:read', 'Changes of a map, by their numbers.'),
  changeMap: v1(g.changeMap, 'maps:write', 'Changes a map by operations.', 'readMap'),
  copyMap: v1(g.copyMap, 'maps:write', 'Makes a map of what stands in another.'),
  exportMap: { ...v1(g.exportMap, 'maps:read', 'A map as a file.'), bytes: FILE_BYTES },
  exportReport: v1(g.exportReport, 'maps:read', 'What a file does not hold of its map, or holds otherwise.'),
  starMap: v1(g.starMap, 'maps:write', 'Gives a map a star, or takes it.'),
  tagMap: v1(g.tagMap, 'maps:write', 'Says with which tags one keeps a map.'),
  listTags: v1(g.listTags, 'maps:read', 'The tags that one has given.'),
  placeMap: v1(g.placeMap, 'maps:write', 'Puts a map into a folder.'),
  leaveMap: v1(g.leaveMap, 'maps:write', 'Takes a map off the own list.'),
  trashMap: v1(g.trashMap, 'maps:write', 'Puts a map into the trash.', 'mapFacts'),
  restoreMap: v1(g.restoreMap, 'maps:write', 'Takes a map out of the trash.'),
  purgeMap: v1(g.purgeMap, 'maps:write', 'Removes a map in the trash for ever.'),
  searchMaps: v1(g.searchMaps, 'maps:read', 'Finds maps by words.'),
  listVersions: v1(g.listVersions, 'maps:read', 'Numbers of the history that have a name.'),
  nameVersion: v1(g.nameVersion, 'maps:write', 'Names a number of the history.'),
  removeVersion: v1(g.removeVersion, 'maps:write', 'Takes a name away.'),
  listFolders: v1(g.listFolders, 'maps:read', 'The folders that one sees.'),
  makeFolder: v1(g.makeFolder, 'maps:write', 'Makes a folder.'),
  changeFolder: v1(g.changeFolder, 'maps:write', 'Renames or moves a folder.'),
  removeFolder: v1(g.removeFolder, 'maps:write', 'Removes a folder, and no map.'),
  folderSharing: v1(g.folderSharing, 'sharing', 'With whom a folder is shared.'),
  inviteToFolder: v1(g.inviteToFolder, 'sharing', 'Invites somebody to a folder by mail.'),
  withdrawFolderInvitation: v1(g.withdrawFolderInvitation, 'sharing', 'Withdraws an invitation.'),
  setFolderMember: v1(g.setFolderMember, 'sharing', 'Gives somebody another role in a folder.'),
  removeFolderMember: v1(g.removeFolderMember, 'sharing', 'Takes a folder from somebody.'),
  leaveFolder: v1(g.leaveFolder, 'maps:write', 'Leaves a folder of somebody else.'),
  listGroups: v1(g.listGroups, 'sharing', 'The groups that one has made.'),
  makeGroup: v1(g.makeGroup, 'sharing', 'Makes a group of people, by their addresses.'),
  readGroup: v1(g.readGroup, 'sharing', 'Who is in a group, and on which maps it has a role.'),
  renameGroup: v1(g.renameGroup, 'sharing', 'Gives a group another name.'),
  changeGroupAddresses: v1(g.changeGroupAddresses, 'sharing', 'Puts people into a group, or takes them out.'),
  removeGroup: v1(g.removeGroup, 'sharing', 'Removes a group, and what it gave.'),
  leaveGroup: v1(g.leaveGroup, 'maps:write', 'Leaves a group of somebody else.'),
  giveToGroup: v1(g.giveToGroup, 'sharing', 'Gives a group a role on a map.'),
  takeFromGroup: v1(g.takeFromGroup, 'sharing', 'Takes a map from a group.'),
  sharing: v1(g.sharing, 'sharing', 'Who may open a map, and why.'),
  mapMembers: v1(g.mapMembers, 'sharing', 'Who may open a map, as one who may sees it.'),
  setInviting: v1(g.setInviting, 'sharing', 'Says whether editors may invite others.'),
  grantAsked: v1(g.grantAsked, 'sharing', 'Gives access to somebody who asked for it.'),
  refuseAsked: v1(g.refuseAsked, 'sharing', 'Refuses access to somebody who asked for it.'),
  inviteToMap: v1(g.inviteToMap, 'sharing', 'Invites somebody to a map by mail.'),
  withdrawInvitation: v1(g.withdrawInvitation, 'sharing', 'Withdraws an invitation.'),
  setMember: v1(g.setMember, 'sharing', 'Gives somebody another role on a map.'),
  removeMember: v1(g.removeMember, 'sharing', 'Takes a map from somebody.'),
  giveMap: v1(g.giveMap, 'sharing', 'Asks somebody to become the owner of a map.'),
  keepMap: v1(g.keepMap, 'sharing', 'Asks nobody any more.'),
  acceptOwner: v1(g.acceptOwner, 'sharing', 'Becomes the owner of a map, as its owner has asked.'),
  declineOwner: v1(g.declineOwner, 'sharing', 'Declines to become the owner of a map.'),
  setPublic: v1(g.setPublic, 'sharing', 'Says whether anybody may look at a map.'),
  listShareLinks: v1(g.listShareLinks, 'sharing', 'The share links of a map.'),
  makeShareLink: v1(g.makeShareLink, 'sharing', 'Makes a share link.'),
  revokeShareLink: v1(g.revokeShareLink, 'sharing', 'Revokes a share link, and what it gave.'),
} as const;

function v1<P, B, A>(
  from: Route<P, B, A>,
  scope: TokenScope,
  does: string,
  guardedBy?: ApiRoute['guardedBy'],
): ApiRoute<Route<P, B, A>> {
  const moved = { ...from, path: from.path.replace(/^\/api\//, '/api/v1/') };
  return { route: moved, scope, does, ...(guardedBy === undefined ? {} : { guardedBy }) };
}
