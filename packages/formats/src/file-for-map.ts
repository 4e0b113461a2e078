import { ok, type Result } from '@bough/base';
import { changesOf, type DraftChanges, type Making } from './draft-to-map.ts';
import { type AbsentImage, type FileImage, imagesOf, withoutLostImages } from './draft-images.ts';
import { type FileRefusal, readFile } from './read-file.ts';
import type { Draft } from './shared/draft.ts';
import type { Report, ReportNote } from './shared/report.ts';

/** A file as it is told before a map is made of it. */
export interface FileForMap {
  readonly draft: Draft;
  /** What the map is called: as the file says, else as the file is called; one line, empty where there is neither. */
  readonly title: string;
  readonly report: Report;
  /** Images that came inside the file. */
  readonly images: readonly FileImage[];
  /** Images that its items name, and it has not. */
  readonly absent: readonly AbsentImage[];
}
/** Fresh ids, and chance for the order keys. */
export type FreshIds = Omit<Making, 'place'>;
/** Where each image is now, by its name in the file. */
export type ImageSources = Readonly<Record<string, string>>;

/** Reads a file, and tries the changes that make its map: what a map cannot take is in the report before anything is made. Never throws. */
export function readForMap(name: string, bytes: Uint8Array, fresh: FreshIds): Result<FileForMap, FileRefusal> {
  const read = readFile(name, bytes);
  if (!read.ok) return read;
  const { draft, report } = read.value;
  const { images, absent } = imagesOf(draft);
  const made = changesForMap(draft, Object.fromEntries(images.map((image) => [image.name, ANYWHERE])), fresh);
  if (!made.ok) return made;
  const notes = [...report.notes, ...made.value.notes.filter(isNoImage)];
  const title = titleOf(draft.settings.title ?? '', name);
  return ok({ draft, title, report: { tally: report.tally, notes }, images, absent });
}

/** The changes that make the map, with its images where they are now; those that are nowhere are left out. */
export function changesForMap(draft: Draft, sources: ImageSources, fresh: FreshIds): Result<DraftChanges, FileRefusal> {
  return changesOf(withoutLostImages(draft, sources), { ...fresh, place: (name) => sources[name] ?? null });
}

function titleOf(title: string, fileName: string): string {
  const own = oneLine(title);
  return own === '' ? oneLine(fileName.replace(/^.*\//, '').replace(/\.[^.]+$/, '')) : own;
}

const LONGEST_TITLE = 200;

/** Without characters that no list shows. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TITLE)
    .toWellFormed();
}

const ANYWHERE = `asset:${'0'.repeat(64)}`;

/** Images that are missing are told by their names. */
function isNoImage({ what }: ReportNote): boolean {
  return what !== 'An image that is not in the file.';
}
