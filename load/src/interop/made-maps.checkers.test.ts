import { describeWith } from '@bough/house/servers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freeplane } from './freeplane.ts';
import type { Judge } from './judge.ts';
import { verdictOf, WrittenSubjects } from './judging.ts';
import { libreoffice } from './libreoffice.ts';
import { madeSubjects } from './made-maps.ts';
import { commonmark } from './markdown.ts';
import { mupdf, pdfium, poppler, verapdf } from './pdf.ts';

// What the exporter writes, in programs that nobody here wrote.

const PATIENCE_MS = 240_000;
const subjects = madeSubjects();
let written: WrittenSubjects | null = null;

beforeAll(() => {
  written = new WrittenSubjects(subjects);
});
afterAll(() => written?.remove());

/** Nothing is seen otherwise; and a map that is held against the next one's file is. */
function sees(judge: Judge): void {
  test(
    `[FMT-63] ${judge.name} sees each map as it is`,
    async () => {
      const files = (await written?.in(judge.format)) ?? [];
      const seen = await judge.see(files);
      const said: Judge = { ...judge, see: () => Promise.resolve(seen) };
      expect((await verdictOf(said, subjects, files)).unexplained).toEqual([]);
      const next = [...subjects.slice(1), ...subjects.slice(0, 1)];
      if (judge !== verapdf) expect((await verdictOf(said, next, files)).differing).toBe(subjects.length);
    },
    PATIENCE_MS,
  );
}

describe('CommonMark', () => sees(commonmark));
describeWith('freeplane', () => sees(freeplane));
describeWith('libreoffice', () => sees(libreoffice));
describeWith('poppler', () => sees(poppler));
describeWith('mupdf', () => sees(mupdf));
describeWith('pdfium', () => sees(pdfium));
describeWith('verapdf', () => sees(verapdf));
