import { route, routeTable } from '../../define.ts';
import { line } from '../../line.ts';
import { mapId } from '../../ids.ts';
import { flag, list, object, oneOf, type ParsedBy } from '../../parser.ts';
import { ofMap } from './map-routes.ts';

/** So many maps one person may watch. */
export const WATCHES_MOST = 200;

/** How often somebody wants mails about the maps that they watch. */
export const WATCH_WISHES = ['daily', 'hourly', 'never'] as const;
const watchWish = oneOf(...WATCH_WISHES);
export type WatchWish = ParsedBy<typeof watchWish>;

/** Whether one watches a map, and how often mails about it come. */
const watching = object({ isWatched: flag, wish: watchWish });

/** Being told by mail what others change in a map. For people with an address. */
export const watchRoutes = routeTable({
  watching: route('gateway', 'view', 'GET /api/maps/:map/watch', {
    params: ofMap,
    answer: watching,
  }),
  /** From now on one watches the map, or no more. */
  watchMap: route('gateway', 'view', 'PUT /api/maps/:map/watch', {
    params: ofMap,
    body: object({ isWatched: flag }),
    answer: watching,
    deadlineMs: 10_000,
  }),
  /** The maps that one watches and may open now, by title. */
  watches: route('gateway', 'person', 'GET /api/account/watches', {
    answer: object({ wish: watchWish, maps: list(object({ map: mapId, title: line(500) }), WATCHES_MOST) }),
    answerLimit: 1024 * 1024,
  }),
  setWatchWish: route('gateway', 'person', 'PUT /api/account/watches', {
    body: object({ wish: watchWish }),
  }),
});
