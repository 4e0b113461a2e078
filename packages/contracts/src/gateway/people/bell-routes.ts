import { parseBase64Url } from '@bough/base';
import { route, routeTable } from '../../define.ts';
import { instant, mapId, sequence, shortId } from '../../ids.ts';
import { line } from '../../line.ts';
import { flag, idOf, list, nullable, object, oneOf, type ParsedBy, variants } from '../../parser.ts';
import { ofMap } from '../maps/map-routes.ts';
import { personName } from '../maps/map-types.ts';

/** So many entries are shown, the newest first. */
export const BELL_MOST = 100;

/** Of so many items that came back their authors are looked for. */
export const RESTORED_MOST = 2_000;

/** Names an entry of one person's bell: the hash of what it is about, or the id of the question that waits. */
const entryId = idOf('entry id', (input) => {
  return typeof input === 'string' && parseBase64Url(input)?.length === 16 ? input : null;
});

/** Where in a map an entry leads: to an item, or a comment on it, or a message of the map's chat. */
const bellPlace = variants('kind', {
  item: object({ kind: oneOf('item'), item: shortId, comment: nullable(shortId) }),
  chat: object({ kind: oneOf('chat'), message: shortId }),
});
export type BellPlace = ParsedBy<typeof bellPlace>;

/**
 * Something that somebody did, for this person to know: named them in a comment, answered in a thread of theirs, took back changes of theirs
 * from the history; gave a map to a group that they are in; or asks them: to come in, to be let in, to become the owner.
 */
const bellEntry = object({
  id: entryId,
  kind: oneOf('mention', 'answer', 'restored', 'group', 'invitation', 'ask', 'offer'),
  at: instant,
  isRead: flag,
  /** Who did it; null: they are gone. */
  by: nullable(personName),
  /** null: one that the person may not open yet, or a folder. */
  map: nullable(mapId),
  /** Of the map, or of the folder. */
  title: line(500),
  /** null: the map as a whole. */
  place: nullable(bellPlace),
});
export type BellEntry = ParsedBy<typeof bellEntry>;
export type BellKind = BellEntry['kind'];

/** The bell of a person: the same on all their devices. */
export const bellRoutes = routeTable({
  bell: route('gateway', 'person', 'GET /api/bell', {
    answer: object({ entries: list(bellEntry, BELL_MOST) }),
  }),
  /** These are read now; one that rings again after that is unread again. */
  readBell: route('gateway', 'person', 'PUT /api/bell/read', {
    body: object({ entries: list(entryId, BELL_MOST) }),
  }),
  /**
   * Says that the asker's last change brought the map, or some items of it, back to what it was after the change `seq`: those whose
   * changes it took back hear of it. The first item is where that shows.
   */
  tellRestored: route('gateway', 'edit', 'POST /api/maps/:map/restored', {
    params: ofMap,
    body: object({ seq: sequence, items: nullable(list(shortId, RESTORED_MOST)) }),
    deadlineMs: 20_000,
  }),
});
