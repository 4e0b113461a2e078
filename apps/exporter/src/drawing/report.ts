import { type ExportReport, REPORT_NOTES } from '@bough/contracts';
import {
  draftOf,
  noteComments,
  noteMissingImages,
  type Report,
  Reporter,
  type ReportNote,
  tallyOf,
} from '@bough/formats';
import type { ItemId, MindMap } from '@bough/map';
import type { PngSize } from './png-size.ts';

// What a file does not hold. packages/formats says it of the files that it writes; of pictures it is what cannot be seen in them.

type PictureFormat = 'svg' | 'png' | 'pdf';
type Size = PngSize | null;

export interface Pictured {
  readonly format: PictureFormat;
  readonly branch: ItemId | null;
  /** Whether the bytes of an image are there. */
  readonly isThere: (source: string) => boolean;
  /** Of a PNG. */
  readonly size: Size;
  /** Of an SVG whose words are text. */
  readonly fonts: readonly string[];
}

/** What is in the map, or in the branch, and not in its picture. */
export function reportOfPicture(map: MindMap, { format, branch, isThere, size, fonts }: Pictured): ExportReport {
  const reporter = new Reporter();
  const draft = draftOf(map, branch);
  const smaller = size === null ? null : sizesSaid(size);
  if (smaller !== null) reporter.note('approximated', 'The image is smaller than was asked for.', smaller);
  let foldedAt: number | null = null;
  for (const { level, fields } of draft.items) {
    const { text, note = '', href } = fields;
    if (foldedAt !== null && level > foldedAt) {
      reporter.note('lost', 'Items of folded branches are not drawn.', text);
      continue;
    }
    foldedAt = fields.isFolded === true ? level : null;
    if (note !== '') reporter.note('lost', 'A picture has no place for: note.', text);
    // Addresses of the web can be followed in PDF and SVG; ways to other items nowhere.
    if (typeof href === 'string' && (format === 'png' || href.startsWith('item:')))
      reporter.note('lost', 'A picture has no place for: href.', text);
  }
  noteMissingImages(draft, isThere, reporter);
  noteComments(map, draft, reporter);
  return reportOf({ tally: tallyOf(draft), notes: reporter.notes() }, size, fonts);
}

/** That branches which are folded are drawn as if they were not. */
export function notesOfFolded(map: MindMap, branch: ItemId | null): readonly ReportNote[] {
  const reporter = new Reporter();
  for (const { fields } of draftOf(map, branch).items) {
    if (fields.isFolded === true) reporter.note('approximated', 'What is folded is drawn unfolded.', fields.text);
  }
  return reporter.notes();
}

/** The report as it is sent. */
export function reportOf({ tally, notes }: Report, size: Size = null, fonts: readonly string[] = []): ExportReport {
  const pixels = size === null ? null : { asked: size.asked, written: size.written };
  const ofPicture = { size: pixels, tiles: size?.tiles ?? null, fonts };
  return { tally, notes: notes.slice(0, REPORT_NOTES), ...ofPicture, tooLarge: null };
}

/** Of a file that cannot be made: nothing else is worth knowing of it. */
export function reportOfTooLarge(
  map: MindMap,
  branch: ItemId | null,
  tooLarge: NonNullable<ExportReport['tooLarge']>,
): ExportReport {
  return { ...reportOf({ tally: tallyOf(draftOf(map, branch)), notes: [] }), tooLarge };
}

function sizesSaid({ asked, written }: NonNullable<Size>): string | null {
  if (written.width >= asked.width && written.height >= asked.height) return null;
  return `${written.width} × ${written.height}, ${asked.width} × ${asked.height}`;
}
