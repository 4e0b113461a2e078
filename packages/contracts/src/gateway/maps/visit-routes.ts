import { LINEAGES_MOST } from '@bough/base';
import { lineageId, sequence } from '../../ids.ts';
import { route, routeTable } from '../../define.ts';
import { list, nullable, object } from '../../parser.ts';
import { ofMap } from './map-routes.ts';

/** What somebody has seen of a map when they left it last; null: nobody knows. */
const lastVisit = object({ seen: nullable(object({ lineage: lineageId, seq: sequence })) });

/** What is kept about visits, and about the order of a map's changes. */
export const visitRoutes = routeTable({
  /** The last numbers that the order had in common with itself before it lost its end: a failover, or a backup that was restored. */
  renewals: route('gateway', 'past', 'GET /api/maps/:map/renewals', {
    params: ofMap,
    answer: object({ after: list(sequence, LINEAGES_MOST) }),
  }),
  lastVisit: route('gateway', 'past', 'GET /api/maps/:map/last-visit', { params: ofMap, answer: lastVisit }),
});
