import { route, routeTable } from '../../define.ts';
import { longId, mapId } from '../../ids.ts';
import { importReport } from '../../exporter/import-parts.ts';
import { line } from '../../line.ts';
import { integer, list, maybe, nullable, object, type ParsedBy, text } from '../../parser.ts';
import { problemKind } from '../../problem.ts';
import { rawBody } from '../../route.ts';

const MIB = 1024 * 1024;

/** Longest file that is imported through the API: what one person may have under way, and room for a few small requests. */
export const IMPORT_BYTES = 20 * MIB;
/** What a file is called: its ending counts where nothing else says what it is. */
export const importedName = line(255, 1);

/** An image that the map does not have, the item that names it, and why: by a word, or by the server's code for it. */
const missingImage = object({ name: text({ max: 300 }), of: text({ max: 80 }), why: text({ min: 1, max: 100 }) });

/** What became of one file. */
const importedFile = object({
  /** What it is called; in an archive with its folders. */
  name: text({ max: 300 }),
  /** The map that was made of it; null: none, for the reason in `problem`. */
  map: nullable(mapId),
  title: line(500),
  /** What the file had, and what of it the map has not, or has otherwise; null where there is no map. */
  report: nullable(importReport),
  images: object({ kept: integer(0, 100_000), missing: list(missingImage, 1_500) }),
  problem: nullable(object({ kind: problemKind, code: line(100), message: text({ max: 2_000 }) })),
});
export type ImportedFile = ParsedBy<typeof importedFile>;

/** What became of all of them. */
export const importAnswer = object({
  files: list(importedFile, 1_000),
  /** Files of an archive that are none of a mind map, by name. */
  others: list(text({ max: 300 }), 10_000),
});
export type ImportAnswer = ParsedBy<typeof importAnswer>;

/** How programs make maps of files. The page reads files itself. */
export const importRoutes = routeTable({
  /** Makes a map of a file, or of each file of an archive; in a folder, where one is named. */
  importMaps: route('gateway', 'person', 'POST /api/imports', {
    params: object({ name: importedName, folder: maybe(longId) }),
    body: rawBody,
    bodyLimit: IMPORT_BYTES,
    answer: importAnswer,
    answerLimit: 16 * MIB,
    deadlineMs: 120_000,
  }),
});
