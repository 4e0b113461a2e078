import { integer, list, nullable, object, oneOf, type ParsedBy, text } from '../parser.ts';

// What a file does not hold of the map that it is made of, or holds otherwise: told before somebody takes it, and after.

/** Notes of one report at most; a writer has fewer sentences than that. */
export const REPORT_NOTES = 100;

const count = integer(0, Number.MAX_SAFE_INTEGER);
const pixels = object({ width: count, height: count });

/** What was found, or is missing, in one sentence. */
export const reportNote = object({
  /** `repaired`, `approximated`: nearly the same; `kept`: in the file, but only Bough shows it; `lost`: not in the file. */
  kind: oneOf('repaired', 'approximated', 'kept', 'lost'),
  /** One sentence, the same for all its occurrences. */
  what: text({ max: 300 }),
  count: integer(1, Number.MAX_SAFE_INTEGER),
  /** Where it happens first, in the map's words. */
  example: text({ max: 80 }),
});

/** How much there is of what people look for. */
export const reportTally = object({
  items: count,
  roots: count,
  links: count,
  notes: count,
  icons: count,
  images: count,
});

/** What a file has of its map, and what it has not. No notes: everything. */
export const exportReport = object({
  tally: reportTally,
  notes: list(reportNote, REPORT_NOTES),
  /** Of a PNG: the pixels that were asked for, and those that it has. */
  size: nullable(object({ asked: pixels, written: pixels })),
  /** Of a PNG that is in tiles: how many, from left to right and from top to bottom. */
  tiles: nullable(object({ columns: count, rows: count })),
  /** Of an SVG whose words are text: its fonts. Browsers find them in the file; other programs need them installed. */
  fonts: list(text({ max: 100 }), 20),
  /** Of a file that cannot be made, because too many items would be drawn: how many, and the most. A branch, or a file of words, can be. */
  tooLarge: nullable(object({ items: count, most: count })),
});
export type ExportReport = ParsedBy<typeof exportReport>;
