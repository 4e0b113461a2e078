import { route, routeTable } from '../../define.ts';
import { namedVersion, versionId, versionList, versionName } from '../../docstore/version-types.ts';
import { lineageId, mapId, sequence } from '../../ids.ts';
import { object, optional } from '../../parser.ts';
import { ofMap } from './map-routes.ts';

/** Names for moments of a map's past. */
export const versionRoutes = routeTable({
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
});
