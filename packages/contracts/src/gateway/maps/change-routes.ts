import { route, routeTable } from '../../define.ts';
import { ops } from '../../docstore/parsed-changes.ts';
import { lineageId, sequence } from '../../ids.ts';
import { object, optional } from '../../parser.ts';
import { ofMap } from './map-routes.ts';

const MIB = 1024 * 1024;

/** How programs change a map, and the page one that it does not have open: a map that it makes of a file. */
export const changeRoutes = routeTable({
  /** Changes a map past every room, which shows it at once. `base` is a number of `lineage`, of the present one when that is left out. */
  changeMap: route('gateway', 'edit', 'POST /api/maps/:map/changes', {
    params: ofMap,
    body: object({ ops: ops, base: optional(sequence), lineage: optional(lineageId) }),
    answer: object({ seq: sequence, lineage: lineageId }),
    bodyLimit: MIB,
    deadlineMs: 10_000,
  }),
});
