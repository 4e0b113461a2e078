import { ASSET_BYTES, assetFacts, assetHash, originalBytes } from '../../docstore/asset-types.ts';
import { route, routeTable } from '../../define.ts';
import { changesQuery, shownChanges } from '../../docstore/changes.ts';
import { exportReport } from '../../exporter/export-report.ts';
import { exportTheme, exportWish } from '../../exporter/export-wishes.ts';
import { clientId, lineageId, mapId, prefixName, sequence, sequenceText } from '../../ids.ts';
import { maybe, object, oneOf, optional } from '../../parser.ts';
import { bytesAnswer, rawBody } from '../../route.ts';
import { namedVersion, versionId, versionList, versionName } from '../../docstore/version-types.ts';
import { ofMap } from './map-routes.ts';
import { socketTicket } from './map-types.ts';

const MIB = 1024 * 1024;

/** Where the page's WebSocket connects: packages/sync's frames, one a message. The first is `hello`, with a ticket. */
export const SOCKET_PATH = '/api/socket';

/** What stands in a map: the document, its changes, images, versions and files. */
export const documentRoutes = routeTable({
  /** The whole map, compressed as the browser likes it; unchanged for an ETag, or a name of a prefix (`known`), that is the whole of it still. */
  readMap: route('gateway', 'read', 'GET /api/maps/:map/document', {
    params: object({ map: mapId, known: maybe(prefixName), at: maybe(sequenceText) }),
    answer: bytesAnswer,
    answerLimit: 256 * MIB,
    deadlineMs: 10_000,
  }),
  readMapChanges: route('gateway', 'past', 'GET /api/maps/:map/changes', {
    params: changesQuery,
    answer: shownChanges,
    answerLimit: 64 * MIB,
    deadlineMs: 10_000,
  }),
  /**
   * Keeps an image for the map: an item shows it as `asset:<hash>`. Images of an import are counted apart. `original` bytes at the end of
   * the body are what it was drawn from: they come back in files of the map, and have no address.
   */
  addAsset: route('gateway', 'edit', 'POST /api/maps/:map/assets', {
    params: object({ map: mapId, of: maybe(oneOf('import')), original: originalBytes }),
    body: rawBody,
    answer: assetFacts,
    bodyLimit: ASSET_BYTES,
    deadlineMs: 30_000,
  }),
  asset: route('gateway', 'read', 'GET /api/maps/:map/assets/:hash', {
    params: object({ map: mapId, hash: assetHash }),
    answer: bytesAnswer,
    answerLimit: 2 * ASSET_BYTES,
    deadlineMs: 10_000,
    isForEver: true,
  }),
  listVersions: route('gateway', 'past', 'GET /api/maps/:map/versions', {
    params: ofMap,
    answer: versionList,
    deadlineMs: 10_000,
  }),
  /** Gives a number of the map's history a name; one that is not of the present order (`lineage`) is refused. */
  nameVersion: route('gateway', 'edit', 'POST /api/maps/:map/versions', {
    params: ofMap,
    body: object({ seq: sequence, lineage: optional(lineageId), name: versionName }),
    answer: namedVersion,
    deadlineMs: 10_000,
  }),
  removeVersion: route('gateway', 'edit', 'DELETE /api/maps/:map/versions/:version', {
    params: object({ map: mapId, version: versionId }),
  }),
  /** Proves session and CSRF token to the socket, for that client of the session's person alone. */
  socketTicket: route('gateway', 'view', 'POST /api/maps/:map/ticket', {
    params: object({ map: mapId, client: clientId }),
    answer: socketTicket,
  }),
  /** The map as a file, for saving. */
  exportMap: route('gateway', 'copy', 'GET /api/maps/:map/export/:format', {
    params: object(exportWish),
    answer: bytesAnswer,
    answerLimit: 256 * MIB,
    deadlineMs: 120_000,
  }),
  /** Makes the file and tells how far it is, line by line (`exportState`); whoever leaves ends the work. */
  prepareExport: route('gateway', 'copy', 'GET /api/maps/:map/export/:format/progress', {
    params: object(exportWish),
    answer: bytesAnswer,
    deadlineMs: 600_000,
  }),
  /** What the file does not hold of the map, or holds otherwise: to be read before it is asked for, or beside it. */
  exportReport: route('gateway', 'copy', 'GET /api/maps/:map/export/:format/report', {
    params: object(exportWish),
    answer: exportReport,
    deadlineMs: 60_000,
  }),
  /** A small picture of the map, 4 by 3, to be shown on a card; unchanged for the ETag of its number. */
  thumbnail: route('gateway', 'seen', 'GET /api/maps/:map/thumbnail', {
    params: object({ map: mapId, theme: exportTheme }),
    answer: bytesAnswer,
    answerLimit: 2 * MIB,
    deadlineMs: 20_000,
    isRevalidated: true,
  }),
});
