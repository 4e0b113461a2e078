import { noParams, route } from '../define.ts';
import { instant, longId, mapId, opaque, personId, sequenceText } from '../ids.ts';
import { line } from '../line.ts';
import {
  flag,
  integer,
  integerText,
  list,
  maybe,
  nullable,
  object,
  oneOf,
  optional,
  pair,
  type Parser,
  text,
} from '../parser.ts';
import { nothing } from '../route.ts';
import type { MapFacts, MapPage, PersonName, SearchAnswer, SearchHit, SearchResult } from './map-types.ts';

const MIB = 1024 * 1024;
const MAPS_IN_PAGE = 1_000;
const TAGS_OF_MAP = 20;
const TAGS_OF_PERSON = 1_000;
const RESULTS_MOST = 50;
const HITS_OF_MAP = 5;

/** What a role may be. */
export const mapRole = oneOf('view', 'comment', 'edit', 'own');
/** A person as others see them. */
export const personName: Parser<PersonName> = object({ id: personId, name: line(80), hue: integer(0, 7) });
const tag = line(50, 1);

/** A map as one person sees it. */
export const mapFacts: Parser<MapFacts> = object({
  id: mapId,
  title: line(500),
  role: mapRole,
  mayCopy: flag,
  mayReadPast: flag,
  createdAt: instant,
  openedAt: instant,
  changedAt: instant,
  changedBy: nullable(personName),
  owner: nullable(personName),
  isShared: flag,
  isPublic: flag,
  isStarred: flag,
  folder: nullable(longId),
  tags: list(tag, TAGS_OF_MAP),
  trashedAt: nullable(instant),
});
const mapPage: Parser<MapPage> = object({ maps: list(mapFacts, MAPS_IN_PAGE), next: nullable(opaque) });
/** The parameters of most routes: the map. */
export const ofMap = object({ map: mapId });
const mapTitle = line(500, 1);

/** What is asked of a list: which maps, in which order, from where on. Absent: all that are not in the trash, last opened first. */
const listQuery = object({
  show: maybe(oneOf('all', 'mine', 'shared', 'starred', 'trash')),
  /** A folder's id, or `none`: maps that are in no folder. */
  folder: maybe(text({ min: 1, max: 22 })),
  tag: maybe(tag),
  sort: maybe(oneOf('opened', 'changed', 'created', 'title')),
  cursor: maybe(opaque),
  limit: maybe(integerText(1, MAPS_IN_PAGE)),
});

const searchHit: Parser<SearchHit> = object({
  item: nullable(opaque),
  text: text({ max: 400 }),
  marks: list(pair(integer(0, 400), integer(0, 400)), 100),
});
const searchResult: Parser<SearchResult> = object({
  map: mapFacts,
  hits: list(searchHit, HITS_OF_MAP),
  matches: integer(0, Number.MAX_SAFE_INTEGER),
});
const searchAnswer: Parser<SearchAnswer> = object({ results: list(searchResult, RESULTS_MOST), isComplete: flag });

/** The person's maps, as lists show them. */
export const mapRoutes = {
  /** A page of the person's maps. */
  listMaps: route('gateway', 'person', 'GET /api/maps', {
    name: 'listMaps',
    params: listQuery,
    body: nothing,
    answer: mapPage,
    answerLimit: 8 * MIB,
  }),
  createMap: route('gateway', 'person', 'POST /api/maps', {
    name: 'createMap',
    params: noParams,
    body: object({ title: mapTitle, folder: optional(nullable(longId)) }),
    answer: mapFacts,
    deadlineMs: 10_000,
  }),
  mapFacts: route('gateway', 'read', 'GET /api/maps/:map', {
    name: 'mapFacts',
    params: ofMap,
    body: nothing,
    answer: mapFacts,
  }),
  /** The name that the list of maps shows. */
  renameMap: route('gateway', 'edit', 'PUT /api/maps/:map', {
    name: 'renameMap',
    params: ofMap,
    body: object({ title: mapTitle }),
    answer: mapFacts,
  }),
  /** A map of one's own, as this one was at the number `at` (as it is now, when absent); without a title it gets one that says so. */
  copyMap: route('gateway', 'copy', 'POST /api/maps/:map/copies', {
    name: 'copyMap',
    params: object({ map: mapId, at: maybe(sequenceText) }),
    body: object({ title: optional(mapTitle) }),
    answer: mapFacts,
    deadlineMs: 30_000,
  }),
  starMap: route('gateway', 'view', 'PUT /api/maps/:map/star', {
    name: 'starMap',
    params: ofMap,
    body: object({ isStarred: flag }),
    answer: mapFacts,
  }),
  /** The person's own words for the map; nobody else sees them. */
  tagMap: route('gateway', 'view', 'PUT /api/maps/:map/tags', {
    name: 'tagMap',
    params: ofMap,
    body: object({ tags: list(tag, TAGS_OF_MAP) }),
    answer: mapFacts,
  }),
  listTags: route('gateway', 'person', 'GET /api/tags', {
    name: 'listTags',
    params: noParams,
    body: nothing,
    answer: object({ tags: list(object({ tag, maps: integer(0, Number.MAX_SAFE_INTEGER) }), TAGS_OF_PERSON) }),
  }),
  /**
   * Puts the map into a folder, as this person sees it; null: into none. Into somebody else's folder only an owner of the map may
   * put it: everybody of that folder may open it then.
   */
  placeMap: route('gateway', 'view', 'PUT /api/maps/:map/folder', {
    name: 'placeMap',
    params: ofMap,
    body: object({ folder: nullable(longId) }),
    answer: mapFacts,
  }),
  /** Takes the map off the person's list: they may not open it any more. The last owner cannot leave. */
  leaveMap: route('gateway', 'view', 'POST /api/maps/:map/leave', {
    name: 'leaveMap',
    params: ofMap,
    body: nothing,
    answer: nothing,
  }),
  /** Nobody can open it from then on; who owns it may restore it. */
  trashMap: route('gateway', 'own', 'POST /api/maps/:map/trash', {
    name: 'trashMap',
    params: ofMap,
    body: nothing,
    answer: nothing,
    deadlineMs: 10_000,
  }),
  restoreMap: route('gateway', 'trashed', 'POST /api/maps/:map/restore', {
    name: 'restoreMap',
    params: ofMap,
    body: nothing,
    answer: mapFacts,
    deadlineMs: 10_000,
  }),
  /** Removes a map that is in the trash, for ever. */
  purgeMap: route('gateway', 'trashed', 'DELETE /api/maps/:map', {
    name: 'purgeMap',
    params: ofMap,
    body: nothing,
    answer: nothing,
    deadlineMs: 30_000,
  }),
  /**
   * Removes every map of one's own that is in the trash, for ever; says how many that were, and how many are left since time was up: ask
   * again for those.
   */
  emptyTrash: route('gateway', 'person', 'DELETE /api/trash', {
    name: 'emptyTrash',
    params: noParams,
    body: nothing,
    answer: object({ removed: integer(0, 1_000_000), left: integer(0, 1_000_000) }),
    deadlineMs: 60_000,
  }),
  /** Maps whose title or items have all of the words; the last word may be the beginning of one. Best first. */
  searchMaps: route('gateway', 'person', 'GET /api/search', {
    name: 'searchMaps',
    params: object({ q: line(200, 1), limit: maybe(integerText(1, RESULTS_MOST)) }),
    body: nothing,
    answer: searchAnswer,
    deadlineMs: 10_000,
  }),
} as const;
