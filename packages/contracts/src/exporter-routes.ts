import { route } from './define.ts';
import { mapId, opaque, sequenceText } from './ids.ts';
import { integerText, maybe, object, oneOf } from './parser.ts';
import { bytesAnswer, nothing } from './route.ts';

/** What a map may be exported as: pictures, documents, and files of other programs. */
const exportFormat = oneOf(
  'svg',
  'png',
  'pdf',
  'bough',
  'mm',
  'opml',
  'xmind',
  'markdown',
  'outline',
  'mermaid',
  'canvas',
  'csv',
  'vsdx',
);
/** How the map should look. */
export const exportTheme = oneOf('light', 'dark');

/** What is exported, and how. */
export const exportWish = {
  map: mapId,
  format: exportFormat,
  theme: maybe(exportTheme),
  /** The map as it was at that number. */
  at: maybe(sequenceText),
  /** Only the branch of this item. */
  branch: maybe(opaque),
  /** Pixels of a PNG for each of the map's. */
  scale: maybe(integerText(1, 4)),
  /** A picture without its paper. */
  transparent: maybe(oneOf('yes')),
  /** The sheets of a PDF: one as large as the map, or tiles with marks. */
  paper: maybe(oneOf('one', 'a4', 'a3', 'letter')),
} as const;

/** What exporter answers to gateway. */
export const exporterRoutes = {
  /** The map as a file. */
  exportMap: route('exporter', 'service', 'GET /exports/:map/:format', {
    name: 'exportMap',
    params: object(exportWish),
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
