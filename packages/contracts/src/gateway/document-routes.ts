import { ASSET_BYTES, assetFacts, assetHash } from '../asset-types.ts';
import { route } from '../define.ts';
import { changesQuery, shownChanges } from '../changes.ts';
import { exportTheme, exportWish } from '../export-wishes.ts';
import { clientId, lineageId, mapId, opaque, prefixName, sequence, sequenceText } from '../ids.ts';
import { integer, maybe, object, optional, type Parser } from '../parser.ts';
import { bytesAnswer, nothing, rawBody } from '../route.ts';
import { namedVersion, versionId, versionList, versionName } from '../version-types.ts';
import { ofMap } from './map-routes.ts';
import type { SocketTicket } from './map-types.ts';

const MIB = 1024 * 1024;

const ticket: Parser<SocketTicket> = object({ ticket: opaque, expiresInMs: integer(1, 600_000) });

/** Where the page's WebSocket connects: packages/sync's frames, one a message. The first is `hello`, with a ticket. */
export const SOCKET_PATH = '/api/socket';

/** What stands in a map: the document, its changes, images, versions and files. */
export const documentRoutes = {
  /** The whole map, compressed as the browser likes it; unchanged for an ETag, or a name of a prefix (`known`), that is the whole of it still. */
  readMap: route('gateway', 'read', 'GET /api/maps/:map/document', {
    name: 'readMap',
    params: object({ map: mapId, known: maybe(prefixName), at: maybe(sequenceText) }),
    body: nothing,
    answer: bytesAnswer,
    answerLimit: 256 * MIB,
    deadlineMs: 10_000,
  }),
  readMapChanges: route('gateway', 'past', 'GET /api/maps/:map/changes', {
    name: 'readMapChanges',
    params: changesQuery,
    body: nothing,
    answer: shownChanges,
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
  asset: route('gateway', 'read', 'GET /api/maps/:map/assets/:hash', {
    name: 'asset',
    params: object({ map: mapId, hash: assetHash }),
    body: nothing,
    answer: bytesAnswer,
    answerLimit: 2 * ASSET_BYTES,
    deadlineMs: 10_000,
    isForEver: true,
  }),
  listVersions: route('gateway', 'past', 'GET /api/maps/:map/versions', {
    name: 'listVersions',
    params: ofMap,
    body: nothing,
    answer: versionList,
    deadlineMs: 10_000,
  }),
  /** Gives a number of the map's history a name; one that is not of the present order (`lineage`) is refused. */
  nameVersion: route('gateway', 'edit', 'POST /api/maps/:map/versions', {
    name: 'nameVersion',
    params: ofMap,
    body: object({ seq: sequence, lineage: optional(lineageId), name: versionName }),
    answer: namedVersion,
    deadlineMs: 10_000,
  }),
  removeVersion: route('gateway', 'edit', 'DELETE /api/maps/:map/versions/:version', {
    name: 'removeVersion',
    params: object({ map: mapId, version: versionId }),
    body: nothing,
    answer: nothing,
  }),
  /** Proves session and CSRF token to the socket, for that client of the session's person alone. */
  socketTicket: route('gateway', 'view', 'POST /api/maps/:map/ticket', {
    name: 'socketTicket',
    params: object({ map: mapId, client: clientId }),
    body: nothing,
    answer: ticket,
  }),
  /** The map as a file, for saving. */
  exportMap: route('gateway', 'copy', 'GET /api/maps/:map/export/:format', {
    name: 'exportMap',
    params: object(exportWish),
    body: nothing,
    answer: bytesAnswer,
    answerLimit: 256 * MIB,
    deadlineMs: 120_000,
  }),
  /** Makes the file and tells how far it is, line by line (`exportState`); whoever leaves ends the work. */
  prepareExport: route('gateway', 'copy', 'GET /api/maps/:map/export/:format/progress', {
    name: 'prepareExport',
    params: object(exportWish),
    body: nothing,
    answer: bytesAnswer,
    deadlineMs: 600_000,
  }),
  /** A small picture of the map, 4 by 3, to be shown on a card; unchanged for the ETag of its number. */
  thumbnail: route('gateway', 'seen', 'GET /api/maps/:map/thumbnail', {
    name: 'thumbnail',
    params: object({ map: mapId, theme: exportTheme }),
    body: nothing,
    answer: bytesAnswer,
    answerLimit: 2 * MIB,
    deadlineMs: 20_000,
    isRevalidated: true,
  }),
} as const;
