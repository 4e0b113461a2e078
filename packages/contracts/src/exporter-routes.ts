import { route } from './define.ts';
import { mapId, sequenceText } from './ids.ts';
import { maybe, object, oneOf } from './parser.ts';
import { bytesAnswer, nothing } from './route.ts';

/** What a map may be exported as. */
export const exportFormat = oneOf('svg');
/** How the map should look. */
export const exportTheme = oneOf('light', 'dark');

/** What exporter answers to gateway. */
export const exporterRoutes = {
  /** The map as a file; `at` for the map as it was at that number. */
  exportMap: route('exporter', 'service', 'GET /exports/:map/:format', {
    name: 'exportMap',
    params: object({ map: mapId, format: exportFormat, theme: maybe(exportTheme), at: maybe(sequenceText) }),
    body: nothing,
    answer: bytesAnswer,
    answerLimit: 256 * 1024 * 1024,
    deadlineMs: 60_000,
  }),
  /** A small picture of the map as it is now, for cards; unchanged when `known` is still its number. */
  thumbnail: route('exporter', 'service', 'GET /thumbnails/:map', {
    name: 'thumbnail',
    params: object({ map: mapId, theme: exportTheme, known: maybe(sequenceText) }),
    body: nothing,
    answer: bytesAnswer,
    answerLimit: 2 * 1024 * 1024,
    deadlineMs: 20_000,
  }),
} as const;
