import { route, routeTable } from '../../define.ts';
import { longId, mapId, opaque, sequenceText } from '../../ids.ts';
import { line } from '../../line.ts';
import { flag, integer, integerText, list, maybe, nullable, object, oneOf, optional, text } from '../../parser.ts';
import { mapFacts, mapPage, MAPS_IN_PAGE, RESULTS_MOST, searchAnswer, tag, tags } from './map-types.ts';

const MIB = 1024 * 1024;
const TAGS_OF_PERSON = 1_000;

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

/** The person's maps, as lists show them. */
export const mapRoutes = routeTable({
  /** A page of the person's maps. */
  listMaps: route('gateway', 'person', 'GET /api/maps', {
    params: listQuery,
    answer: mapPage,
    answerLimit: 8 * MIB,
  }),
  /** A map with one empty item; one that is imported begins with none, gets its content by changes, and is counted with imports. */
  createMap: route('gateway', 'person', 'POST /api/maps', {
    body: object({ title: mapTitle, folder: optional(nullable(longId)), isImport: optional(flag) }),
    answer: mapFacts,
    deadlineMs: 10_000,
  }),
  mapFacts: route('gateway', 'read', 'GET /api/maps/:map', {
    params: ofMap,
    answer: mapFacts,
  }),
  /** The name that the list of maps shows. */
  renameMap: route('gateway', 'edit', 'PUT /api/maps/:map', {
    params: ofMap,
    body: object({ title: mapTitle }),
    answer: mapFacts,
  }),
  /** A map of one's own, as this one was at the number `at` (as it is now, when absent); without a title it gets one that says so. */
  copyMap: route('gateway', 'copy', 'POST /api/maps/:map/copies', {
    params: object({ map: mapId, at: maybe(sequenceText) }),
    body: object({ title: optional(mapTitle) }),
    answer: mapFacts,
    deadlineMs: 30_000,
  }),
  starMap: route('gateway', 'view', 'PUT /api/maps/:map/star', {
    params: ofMap,
    body: object({ isStarred: flag }),
    answer: mapFacts,
  }),
  /** The person's own words for the map; nobody else sees them. */
  tagMap: route('gateway', 'view', 'PUT /api/maps/:map/tags', {
    params: ofMap,
    body: object({ tags: tags }),
    answer: mapFacts,
  }),
  listTags: route('gateway', 'person', 'GET /api/tags', {
    answer: object({ tags: list(object({ tag, maps: integer(0, Number.MAX_SAFE_INTEGER) }), TAGS_OF_PERSON) }),
  }),
  /**
   * Puts the map into a folder, as this person sees it; null: into none. Into somebody else's folder only an owner of the map may
   * put it: everybody of that folder may open it then.
   */
  placeMap: route('gateway', 'view', 'PUT /api/maps/:map/folder', {
    params: ofMap,
    body: object({ folder: nullable(longId) }),
    answer: mapFacts,
  }),
  /** Takes the map off the person's list: they may not open it any more. The last owner cannot leave. */
  leaveMap: route('gateway', 'view', 'POST /api/maps/:map/leave', {
    params: ofMap,
  }),
  /** Nobody can open it from then on; who owns it may restore it. */
  trashMap: route('gateway', 'own', 'POST /api/maps/:map/trash', {
    params: ofMap,
    deadlineMs: 10_000,
  }),
  restoreMap: route('gateway', 'trashed', 'POST /api/maps/:map/restore', {
    params: ofMap,
    answer: mapFacts,
    deadlineMs: 10_000,
  }),
  /** Removes a map that is in the trash, for ever. */
  purgeMap: route('gateway', 'trashed', 'DELETE /api/maps/:map', {
    params: ofMap,
    deadlineMs: 30_000,
  }),
  /**
   * Removes every map of one's own that is in the trash, for ever; says how many that were, and how many are left since time was up: ask
   * again for those.
   */
  emptyTrash: route('gateway', 'person', 'DELETE /api/trash', {
    answer: object({ removed: integer(0, 1_000_000), left: integer(0, 1_000_000) }),
    deadlineMs: 60_000,
  }),
  /** Maps whose title or items have all of the words; the last word may be the beginning of one. Best first. */
  searchMaps: route('gateway', 'person', 'GET /api/search', {
    params: object({ q: line(200, 1), limit: maybe(integerText(1, RESULTS_MOST)) }),
    answer: searchAnswer,
    deadlineMs: 10_000,
  }),
});
