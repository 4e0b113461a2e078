import type { ExportReport } from '@bough/contracts';
import { language } from '../words/index.ts';
import { importFileWords } from '../words/screens/import-file-words.ts';
import { exportReportWords, fieldReported } from '../words/screens/export-report-words.ts';

type Note = ExportReport['notes'][number];
/** As the person is told of it, the worst first. */
export const REPORTED_KINDS = ['lost', 'approximated', 'kept'] as const;
export type ReportedKind = (typeof REPORTED_KINDS)[number];

const NO_PLACE = /^.+ has no place for: (.+)\.$/;
const ONLY_BOUGH = /^Only Bough shows it: (.+)\.$/;

/** The report in plain lines, by kind; each line once, the most frequent first. */
export function exportLines({ notes, size }: ExportReport): Readonly<Record<ReportedKind, readonly string[]>> {
  const linesOf = (kind: ReportedKind): readonly string[] => {
    const own = notes.filter((note) => note.kind === kind).toSorted((a, b) => b.count - a.count);
    return [...new Set(own.map((note) => lineOf(note, size)))];
  };
  return { lost: linesOf('lost'), approximated: linesOf('approximated'), kept: linesOf('kept') };
}

/** Whether somebody should hear of it even when the file is there. */
export function isLossy(report: ExportReport): boolean {
  return report.notes.some(({ kind }) => kind !== 'kept');
}

/** Several reports as one: what they have in common is counted together. */
export function mergedReport(reports: readonly ExportReport[]): ExportReport {
  const notes = new Map<string, Note>();
  for (const note of reports.flatMap((report) => report.notes)) {
    const key = `${note.kind} ${note.what}`;
    notes.set(key, { ...note, count: note.count + (notes.get(key)?.count ?? 0) });
  }
  const tally = { items: 0, roots: 0, links: 0, notes: 0, icons: 0, images: 0 };
  return { tally, notes: [...notes.values()], size: null, tiles: null, fonts: [], tooLarge: null };
}

/** Pixels as people write them. */
export function sizeText({ width, height }: { readonly width: number; readonly height: number }): string {
  return `${numberText(width)} × ${numberText(height)}`;
}

/** A number as people write it. */
export function numberText(number: number): string {
  return new Intl.NumberFormat(language).format(number);
}

function lineOf({ what, count }: Note, size: ExportReport['size']): string {
  const said = exportReportWords();
  const thing = (NO_PLACE.exec(what) ?? ONLY_BOUGH.exec(what))?.[1];
  if (thing !== undefined) {
    if (thing === 'links') return said.links(count);
    const field = thing === 'styles and links of words' ? said.styles : fieldReported(thing);
    if (field !== null) return said.ofItems(field, count);
  }
  if (size !== null && what === 'The image is smaller than was asked for.')
    return said.smaller(sizeText(size.written), sizeText(size.asked));
  switch (what) {
    case 'Comments are not written.':
      return said.comments(count);
    case 'An image that is not available.':
      return said.images(count);
    case 'Items of folded branches are not drawn.':
      return said.folded(count);
    default: {
      const { sentence, times } = importFileWords();
      return count > 1 ? `${sentence(what)} ${times(count)}` : sentence(what);
    }
  }
}
