import { route, routeTable } from '../../define.ts';
import { exportReport } from '../../exporter/export-report.ts';
import { exportTheme, exportWish } from '../../exporter/export-wishes.ts';
import { mapId } from '../../ids.ts';
import { object } from '../../parser.ts';
import { bytesAnswer } from '../../route.ts';

const MIB = 1024 * 1024;

/** A map as a file, and as a picture on a card. */
export const fileRoutes = routeTable({
  /** The map as a file, for saving. */
  exportMap: route('gateway', 'copy', 'GET /api/maps/:map/export/:format', {
    params: object(exportWish),
    answer: bytesAnswer,
    answerLimit: 256 * MIB,
    deadlineMs: 120_000,
  }),
  /** Makes the file and tells how far it is, line by line (`exportState`); whoever leaves ends the work. */
  prepareExport: route('gateway', 'copy', 'GET /api/maps/:map/export/:format/progress', {
    params: object(exportWish),
    answer: bytesAnswer,
    deadlineMs: 600_000,
  }),
  /** What the file does not hold of the map, or holds otherwise: to be read before it is asked for, or beside it. */
  exportReport: route('gateway', 'copy', 'GET /api/maps/:map/export/:format/report', {
    params: object(exportWish),
    answer: exportReport,
    deadlineMs: 60_000,
  }),
  /** A small picture of the map, 4 by 3, to be shown on a card; unchanged for the ETag of its number. */
  thumbnail: route('gateway', 'seen', 'GET /api/maps/:map/thumbnail', {
    params: object({ map: mapId, theme: exportTheme }),
    answer: bytesAnswer,
    answerLimit: 2 * MIB,
    deadlineMs: 20_000,
    isRevalidated: true,
  }),
});
