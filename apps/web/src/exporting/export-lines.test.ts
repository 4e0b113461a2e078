import type { ExportReport } from '@bough/contracts';
import { expect, it } from 'vitest';
import { fieldReported } from '../words/screens/export-report-words.ts';
import { exportLines, isLossy, mergedReport } from './export-lines.ts';

const tally = { items: 0, roots: 0, links: 0, notes: 0, icons: 0, images: 0 };
const reportOf = (...notes: (readonly [ExportReport['notes'][number]['kind'], string, number])[]): ExportReport => {
  return {
    tally,
    notes: notes.map(([kind, what, count]) => ({ kind, what, count, example: '' })),
    size: null,
    tiles: null,
    fonts: [],
    tooLarge: null,
  };
};

it('a report on an export says in plain words what is not in the file, the most frequent first', () => {
  const report = reportOf(
    ['lost', 'Markdown has no place for: colour.', 12],
    ['lost', 'Markdown has no place for: links.', 1],
    ['lost', 'Comments are not written.', 20],
    ['kept', 'Only Bough shows it: size.', 1],
    ['approximated', 'Line breaks inside an item became blanks.', 2],
  );
  expect(exportLines(report)).toEqual({
    lost: ['20 comments', 'Colours of 12 items', '1 link between items'],
    approximated: ['Line breaks inside an item became blanks. (2 times)'],
    kept: ['Text sizes of 1 item'],
  });
  expect(isLossy(report)).toBe(true);
  expect(isLossy(reportOf(['kept', 'Only Bough shows it: size.', 1]))).toBe(false);
});

it('an image that is smaller than was asked for says both sizes, and what keeps every detail', () => {
  const size = { asked: { width: 24_000, height: 16_000 }, written: { width: 12_000, height: 8_000 } };
  const small = { ...reportOf(['approximated', 'The image is smaller than was asked for.', 1]), size };
  expect(exportLines(small).approximated[0]).toMatch(/^12,000 × 8,000 pixels instead of 24,000 × 16,000.* PDF /);
});

it('what several files have in common is counted together', () => {
  const one = reportOf(['lost', 'A table has no place for: shape.', 2]);
  expect(exportLines(mergedReport([one, one])).lost).toEqual(['Shapes of 4 items']);
});

it('what nobody has words for is said as it came', () => {
  expect(exportLines(reportOf(['lost', 'Zip has no place for: zeal.', 2])).lost).toEqual([
    'Zip has no place for: zeal. (2 times)',
  ]);
  expect(fieldReported('constructor')).toBeNull();
});
