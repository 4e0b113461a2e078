import { instant, longId, mapId, opaque, personId } from '../../ids.ts';
import { line } from '../../line.ts';
import { flag, integer, list, nullable, object, oneOf, pair, type ParsedBy, text } from '../../parser.ts';

/** Most maps in one page of a list. */
export const MAPS_IN_PAGE = 1_000;
/** Most results of one search. */
export const RESULTS_MOST = 200;
const TAGS_OF_MAP = 20;
const HITS_OF_MAP = 5;

/** What a role may be. */
export const mapRole = oneOf('view', 'comment', 'edit', 'own');
export type MapRole = ParsedBy<typeof mapRole>;

/** A person as others see them. */
export const personName = object({ id: personId, name: line(80), hue: integer(0, 7) });
export type PersonName = ParsedBy<typeof personName>;

/** A word that one person gives a map. */
export const tag = line(50, 1);
/** All of them. */
export const tags = list(tag, TAGS_OF_MAP);

/** A map as one person sees it in a list. */
export const mapFacts = object({
  id: mapId,
  title: line(500),
  role: mapRole,
  /** Whether the person may take it away: export and copy it. */
  mayCopy: flag,
  /** Whether the person may read what is not there any more: changes, old moments, named versions. */
  mayReadPast: flag,
  createdAt: instant,
  /** When the person last opened it. */
  openedAt: instant,
  /** When it last changed, and by whom; lags behind while somebody draws. null: by nobody since it was made. */
  changedAt: instant,
  changedBy: nullable(personName),
  /** null: nobody owns it any more. */
  owner: nullable(personName),
  /** Whether anybody else may open it: by invitation, link, folder or as a public page. */
  isShared: flag,
  isPublic: flag,
  isStarred: flag,
  /** In which folder the person sees it; null: in none. */
  folder: nullable(longId),
  tags,
  /** When it was put into the trash; null: it is not there. */
  trashedAt: nullable(instant),
});
export type MapFacts = ParsedBy<typeof mapFacts>;

/** A page of a list: `next` goes back as `cursor`, null is the end. */
export const mapPage = object({ maps: list(mapFacts, MAPS_IN_PAGE), next: nullable(opaque) });
export type MapPage = ParsedBy<typeof mapPage>;

/** Where a map's words were found. */
const searchHit = object({
  /** The item; null: the title. */
  item: nullable(opaque),
  /** The words around the first match. */
  text: text({ max: 400 }),
  /** What matched, from and to in UTF-16 units of `text`. */
  marks: list(pair(integer(0, 400), integer(0, 400)), 100),
});
export type SearchHit = ParsedBy<typeof searchHit>;

const searchResult = object({
  map: mapFacts,
  hits: list(searchHit, HITS_OF_MAP),
  /** How many items of the map match. */
  matches: integer(0, Number.MAX_SAFE_INTEGER),
});
export type SearchResult = ParsedBy<typeof searchResult>;

/** What a search found. */
export const searchAnswer = object({
  /** Best first. */
  results: list(searchResult, RESULTS_MOST),
  /** False: it ended at its bounds, or a map could not be read, so that there may be more. */
  isComplete: flag,
});
export type SearchAnswer = ParsedBy<typeof searchAnswer>;

/** What the socket's first frame proves itself with: good once, and soon. */
export const socketTicket = object({ ticket: opaque, expiresInMs: integer(1, 600_000) });
