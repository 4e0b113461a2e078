import { ASSET_BYTES, assetFacts, assetHash, originalBytes } from '../../docstore/asset-types.ts';
import { route, routeTable } from '../../define.ts';
import { changesQuery, shownChanges } from '../../docstore/changes.ts';
import { clientId, mapId, prefixName, sequenceText } from '../../ids.ts';
import { maybe, object, oneOf } from '../../parser.ts';
import { bytesAnswer, rawBody } from '../../route.ts';
import { socketTicket } from './map-types.ts';

const MIB = 1024 * 1024;

/** Where the page's WebSocket connects: packages/sync's frames, one a message. The first is `hello`, with a ticket. */
export const SOCKET_PATH = '/api/socket';

/** What stands in a map: the document, its changes and images. */
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
  /** Proves session and CSRF token to the socket, for that client of the session's person alone. */
  socketTicket: route('gateway', 'view', 'POST /api/maps/:map/ticket', {
    params: object({ map: mapId, client: clientId }),
    answer: socketTicket,
  }),
});
