import { mapId, opaque, sequenceText } from '../ids.ts';
import { integer, integerText, maybe, object, oneOf, type ParsedBy, variants } from '../parser.ts';
import { problem } from '../problem.ts';
import { exportReport } from './export-report.ts';

// What whoever wants a file says of it, and hears of it: the page and programs ask the gateway so, and the gateway the exporter.

/** What a map may be exported as: pictures, documents, and files of other programs. */
const exportFormat = oneOf(
  'svg',
  'png',
  'pdf',
  'bough',
  'mm',
  'freemind',
  'coggle',
  'opml',
  'xmind',
  'kityminder',
  'html',
  'markdown',
  'org',
  'outline',
  'mermaid',
  'plantuml',
  'canvas',
  'csv',
  'vsdx',
  'docx',
  'pptx',
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
  /** A PNG that would have more pixels than one image can: tiles of it in one ZIP, in place of a smaller image. */
  tiles: maybe(oneOf('yes')),
  /** A picture without its paper. */
  transparent: maybe(oneOf('yes')),
  /** An SVG whose words are shapes, for programs that have no fonts. */
  outlined: maybe(oneOf('yes')),
  /** The sheets of a PDF: one as large as the map, or of a size, as many tiles with marks as it takes. */
  paper: maybe(oneOf('one', 'a4', 'a3', 'a2', 'letter', 'legal', 'tabloid')),
  /** The whole map on one sheet of that size, however small. */
  fit: maybe(oneOf('page')),
  /** The images of a Markdown file: beside it in one ZIP, or in it as data addresses. */
  images: maybe(oneOf('files', 'data')),
} as const;

/** How an export looks when nobody wishes anything: the whole map as it is now. */
export const PLAIN_EXPORT = {
  theme: null,
  at: null,
  branch: null,
  scale: null,
  tiles: null,
  transparent: null,
  outlined: null,
  paper: null,
  fit: null,
  images: null,
} as const;

/**
 * How far a file is, one line of JSON each, the last one `done` or `failed`: `waiting` behind so many, `working`, `done` with its
 * length and report, kept for a while for whoever fetches it then.
 */
export const exportState = variants('state', {
  waiting: object({ state: oneOf('waiting'), ahead: integer(1, 10_000) }),
  working: object({ state: oneOf('working') }),
  done: object({ state: oneOf('done'), bytes: integer(0, Number.MAX_SAFE_INTEGER), report: exportReport }),
  failed: object({ state: oneOf('failed'), problem }),
});
export type ExportState = ParsedBy<typeof exportState>;
