import { ASSET_BYTES, assetFacts, assetHash } from './asset-types.ts';
import { noParams, route } from './define.ts';
import { changesAnswer, changesQuery } from './docstore-routes.ts';
import { exportFormat, exportTheme } from './exporter-routes.ts';
import type { MapFacts, PersonFacts, SessionFacts, ShareLink, SocketTicket } from './gateway-types.ts';
import { instant, mapId, opaque, personId, sequence, sequenceText } from './ids.ts';
import { line } from './line.ts';
import { emailAddress, outboxAnswer, outboxQuery } from './mailer-routes.ts';
import { flag, integer, list, maybe, nullable, object, oneOf, type Parser } from './parser.ts';
import { bytesAnswer, nothing, rawBody } from './route.ts';
import { namedVersion, versionId, versionList, versionName } from './version-types.ts';

// What the page asks of the gateway. Every unsafe request bears the header `bough-csrf`.

const MIB = 1024 * 1024;
const MAPS_IN_LIST = 10_000;
const LINKS_IN_LIST = 1_000;

const person: Parser<PersonFacts> = object({
  id: personId,
  name: line(80, 1),
  email: nullable(emailAddress),
  isGuest: flag,
  hue: integer(0, 7),
});
const session: Parser<SessionFacts> = object({ person: nullable(person), csrf: opaque });
const map: Parser<MapFacts> = object({
  id: mapId,
  title: line(500),
  role: oneOf('view', 'comment', 'edit', 'own'),
  createdAt: instant,
  openedAt: instant,
});
const linkRole = oneOf('view', 'edit');
const shareLink: Parser<ShareLink> = object({
  id: opaque,
  secret: nullable(opaque),
  role: linkRole,
  createdAt: instant,
});
const ticket: Parser<SocketTicket> = object({ ticket: opaque, expiresInMs: integer(1, 600_000) });
const ofMap = object({ map: mapId });

/** Where the page's WebSocket connects: packages/sync's frames, one a message. The first is `hello`, with a ticket. */
export const SOCKET_PATH = '/api/socket';

/** The page's API. */
export const gatewayRoutes = {
  /** Who is here, and the token for unsafe requests. */
  session: route('gateway', 'anybody', 'GET /api/session', {
    name: 'session',
    params: noParams,
    body: nothing,
    answer: session,
  }),
  /** Makes a guest; somebody who is here already stays who they are. */
  becomeGuest: route('gateway', 'anybody', 'POST /api/session/guest', {
    name: 'becomeGuest',
    params: noParams,
    body: object({ name: nullable(line(80, 1)) }),
    answer: session,
  }),
  /** Sends a sign-in mail; the answer is the same whether the address is known or not. */
  requestSignIn: route('gateway', 'anybody', 'POST /api/session/sign-in', {
    name: 'requestSignIn',
    params: noParams,
    body: object({ email: emailAddress }),
    answer: nothing,
  }),
  /** Uses up the secret of a sign-in mail; works only in the browser that asked for it. */
  confirmSignIn: route('gateway', 'anybody', 'POST /api/session/sign-in/confirm', {
    name: 'confirmSignIn',
    params: noParams,
    body: object({ secret: opaque }),
    answer: session,
  }),
  /** Ends this session; the answer is the next one, of nobody. */
  signOut: route('gateway', 'anybody', 'POST /api/session/sign-out', {
    name: 'signOut',
    params: noParams,
    body: nothing,
    answer: session,
  }),
  /** Ends every session of the person, this one included; the answer is the next one, of nobody. */
  signOutEverywhere: route('gateway', 'person', 'POST /api/session/sign-out-everywhere', {
    name: 'signOutEverywhere',
    params: noParams,
    body: nothing,
    answer: session,
  }),
  /** The person's maps, last opened first. */
  listMaps: route('gateway', 'person', 'GET /api/maps', {
    name: 'listMaps',
    params: noParams,
    body: nothing,
    answer: object({ maps: list(map, MAPS_IN_LIST) }),
    answerLimit: 8 * MIB,
  }),
  createMap: route('gateway', 'person', 'POST /api/maps', {
    name: 'createMap',
    params: noParams,
    body: object({ title: line(500, 1) }),
    answer: map,
    deadlineMs: 10_000,
  }),
  mapFacts: route('gateway', 'view', 'GET /api/maps/:map', {
    name: 'mapFacts',
    params: ofMap,
    body: nothing,
    answer: map,
  }),
  /** The name that the list of maps shows. */
  renameMap: route('gateway', 'edit', 'PUT /api/maps/:map', {
    name: 'renameMap',
    params: ofMap,
    body: object({ title: line(500, 1) }),
    answer: map,
  }),
  /** The whole map, compressed as the browser likes it; unchanged for an ETag or a number that is the last. */
  readMap: route('gateway', 'view', 'GET /api/maps/:map/document', {
    name: 'readMap',
    params: object({ map: mapId, known: maybe(sequenceText), at: maybe(sequenceText) }),
    body: nothing,
    answer: bytesAnswer,
    answerLimit: 256 * MIB,
    deadlineMs: 10_000,
  }),
  readMapChanges: route('gateway', 'view', 'GET /api/maps/:map/changes', {
    name: 'readMapChanges',
    params: changesQuery,
    body: nothing,
    answer: changesAnswer,
    answerLimit: 64 * MIB,
    deadlineMs: 10_000,
  }),
  /** Keeps an image for the map: an item shows it as `asset:<hash>`. */
  addAsset: route('gateway', 'edit', 'POST /api/maps/:map/assets', {
    name: 'addAsset',
    params: ofMap,
    body: rawBody,
    answer: assetFacts,
    bodyLimit: ASSET_BYTES,
    deadlineMs: 30_000,
  }),
  asset: route('gateway', 'view', 'GET /api/maps/:map/assets/:hash', {
    name: 'asset',
    params: object({ map: mapId, hash: assetHash }),
    body: nothing,
    answer: bytesAnswer,
    answerLimit: 2 * ASSET_BYTES,
    deadlineMs: 10_000,
    isForEver: true,
  }),
  listVersions: route('gateway', 'view', 'GET /api/maps/:map/versions', {
    name: 'listVersions',
    params: ofMap,
    body: nothing,
    answer: versionList,
    deadlineMs: 10_000,
  }),
  /** Gives a number of the map's history a name. */
  nameVersion: route('gateway', 'edit', 'POST /api/maps/:map/versions', {
    name: 'nameVersion',
    params: ofMap,
    body: object({ seq: sequence, name: versionName }),
    answer: namedVersion,
    deadlineMs: 10_000,
  }),
  removeVersion: route('gateway', 'edit', 'DELETE /api/maps/:map/versions/:version', {
    name: 'removeVersion',
    params: object({ map: mapId, version: versionId }),
    body: nothing,
    answer: nothing,
  }),
  /** Proves session and CSRF token to the socket. */
  socketTicket: route('gateway', 'view', 'POST /api/maps/:map/ticket', {
    name: 'socketTicket',
    params: ofMap,
    body: nothing,
    answer: ticket,
  }),
  listShareLinks: route('gateway', 'own', 'GET /api/maps/:map/links', {
    name: 'listShareLinks',
    params: ofMap,
    body: nothing,
    answer: object({ links: list(shareLink, LINKS_IN_LIST) }),
  }),
  /** The answer alone ever shows the secret. */
  makeShareLink: route('gateway', 'own', 'POST /api/maps/:map/links', {
    name: 'makeShareLink',
    params: ofMap,
    body: object({ role: linkRole }),
    answer: shareLink,
  }),
  revokeShareLink: route('gateway', 'own', 'DELETE /api/maps/:map/links/:link', {
    name: 'revokeShareLink',
    params: object({ map: mapId, link: opaque }),
    body: nothing,
    answer: nothing,
  }),
  /** Turns the secret of a share link into a role on its map; makes a guest when nobody is here. */
  joinMap: route('gateway', 'anybody', 'POST /api/join', {
    name: 'joinMap',
    params: noParams,
    body: object({ secret: opaque }),
    answer: object({ session, map }),
  }),
  /** The map as a file, for saving. */
  exportMap: route('gateway', 'view', 'GET /api/maps/:map/export/:format', {
    name: 'exportMap',
    params: object({ map: mapId, format: exportFormat, theme: maybe(exportTheme) }),
    body: nothing,
    answer: bytesAnswer,
    answerLimit: 256 * MIB,
    deadlineMs: 60_000,
  }),
  /** The mails that would have been sent, newest first; absent unless mail is kept in the outbox. */
  outbox: route('gateway', 'anybody', 'GET /api/outbox', {
    name: 'outbox',
    params: outboxQuery,
    body: nothing,
    answer: outboxAnswer,
    answerLimit: 16 * MIB,
  }),
} as const;
