import { noParams, route } from '../define.ts';
import { instant, mapId } from '../ids.ts';
import { line } from '../line.ts';
import { list, object, oneOf, type Parser } from '../parser.ts';
import { nothing } from '../route.ts';
import type { MapFacts } from './map-types.ts';

const MIB = 1024 * 1024;
const MAPS_IN_LIST = 10_000;

/** A map as one person's list shows it. */
export const mapFacts: Parser<MapFacts> = object({
  id: mapId,
  title: line(500),
  role: oneOf('view', 'comment', 'edit', 'own'),
  createdAt: instant,
  openedAt: instant,
});
/** The parameters of most routes: the map. */
export const ofMap = object({ map: mapId });

/** The person's maps, as lists show them. */
export const mapRoutes = {
  /** The person's maps, last opened first. */
  listMaps: route('gateway', 'person', 'GET /api/maps', {
    name: 'listMaps',
    params: noParams,
    body: nothing,
    answer: object({ maps: list(mapFacts, MAPS_IN_LIST) }),
    answerLimit: 8 * MIB,
  }),
  createMap: route('gateway', 'person', 'POST /api/maps', {
    name: 'createMap',
    params: noParams,
    body: object({ title: line(500, 1) }),
    answer: mapFacts,
    deadlineMs: 10_000,
  }),
  mapFacts: route('gateway', 'view', 'GET /api/maps/:map', {
    name: 'mapFacts',
    params: ofMap,
    body: nothing,
    answer: mapFacts,
  }),
  /** The name that the list of maps shows. */
  renameMap: route('gateway', 'edit', 'PUT /api/maps/:map', {
    name: 'renameMap',
    params: ofMap,
    body: object({ title: line(500, 1) }),
    answer: mapFacts,
  }),
} as const;
