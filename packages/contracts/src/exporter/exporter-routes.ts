import { route, routeTable } from '../define.ts';
import { documentView } from '../docstore/docstore-types.ts';
import { exportReport } from './export-report.ts';
import { exportTheme, exportWish } from './export-wishes.ts';
import { IMPORT_BYTES, importedName } from '../gateway/maps/import-routes.ts';
import { mapId, prefixName } from '../ids.ts';
import { maybe, object, oneOf, optional } from '../parser.ts';
import { bytesAnswer, rawBody } from '../route.ts';

/** The same as the gateway asks for it: of what the person is shown. */
const exportOrder = object({ ...exportWish, view: optional(documentView) });

/** What exporter answers to gateway. */
export const exporterRoutes = routeTable({
  /** The map as a file. */
  exportMap: route('exporter', 'service', 'GET /exports/:map/:format', {
    params: exportOrder,
    answer: bytesAnswer,
    answerLimit: 256 * 1024 * 1024,
    deadlineMs: 120_000,
  }),
  /** Makes the file and tells how far it is, line by line (`exportState`); whoever leaves ends the work. */
  prepareExport: route('exporter', 'service', 'GET /exports/:map/:format/progress', {
    params: exportOrder,
    answer: bytesAnswer,
    deadlineMs: 600_000,
  }),
  /** What the file does not hold, or holds otherwise: of one that is made already, else foretold without making it. */
  exportReport: route('exporter', 'service', 'GET /exports/:map/:format/report', {
    params: exportOrder,
    answer: exportReport,
    deadlineMs: 60_000,
  }),
  /** What maps a file gives, or an archive of files: their changes and images as parts (import-parts.ts). Nothing is kept. */
  readMaps: route('exporter', 'service', 'POST /imports', {
    params: object({ name: importedName }),
    body: rawBody,
    bodyLimit: IMPORT_BYTES,
    answer: bytesAnswer,
    answerLimit: 256 * 1024 * 1024,
    deadlineMs: 120_000,
  }),
  /** A small picture of the map as it is now, for cards, and as a PNG for emails; unchanged while what `known` names is the map still. */
  thumbnail: route('exporter', 'service', 'GET /thumbnails/:map', {
    params: object({ map: mapId, theme: exportTheme, known: maybe(prefixName), as: maybe(oneOf('png')) }),
    answer: bytesAnswer,
    answerLimit: 2 * 1024 * 1024,
    deadlineMs: 20_000,
  }),
});
