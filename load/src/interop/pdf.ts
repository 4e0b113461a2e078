import type { Draft } from '@bough/formats';
import { findServer } from '@bough/house/servers';
import { ICON_NAME } from '@bough/layout';
import { parseLines } from '@bough/text';
import { type Judge, lettersOf, NOTHING } from './judge.ts';
import { known, knownModule, placeOf, printed } from './programs.ts';
import { readByPython } from './python.ts';

// Readers of PDF: each must find all letters that the picture shows. veraPDF holds the file to PDF/UA-1 and PDF/A-2u.

/** What stands in a file beside its letters. */
type Beside = 'pictures and formulas' | 'formulas' | 'nothing';

/** What the picture shows: for the inside of a folded branch, how many items it has; and links between what is shown. */
function shownIn(draft: Draft, beside: Beside): string {
  const shown: string[] = [];
  const keys = new Set<string>();
  let folded: { readonly level: number; count: number } | null = null;
  const closeFold = (): void => {
    if (folded !== null && folded.count > 0) shown.push(String(folded.count));
    folded = null;
  };
  for (const { key, level, fields } of draft.items) {
    if (folded !== null && level > folded.level) {
      folded.count++;
      continue;
    }
    closeFold();
    keys.add(key);
    const runs = parseLines(fields.text).flatMap((line) => line.runs);
    shown.push(...runs.map(({ text, formula }) => (beside === 'nothing' && formula !== undefined ? '' : text)));
    // One of the set is drawn, not written.
    if (!ICON_NAME.test(fields.icon ?? '')) shown.push(fields.icon ?? '');
    if (fields.isFolded === true) folded = { level, count: 0 };
  }
  closeFold();
  for (const { from, to, label } of draft.links) if (keys.has(from) && keys.has(to)) shown.push(label);
  return shown.join('');
}

const PICTURES = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\u200d\u{e0020}-\u{e007f}]/gu;

/** Pictures and formulas say what they are beside the letters, which not every reader reads. */
function reader(
  name: string,
  beside: Beside,
  find: Judge['find'],
  read: (files: readonly string[]) => Promise<unknown[]>,
): Judge {
  const lettersRead = (text: string): string[] =>
    lettersOf(beside === 'pictures and formulas' ? text : text.replaceAll(PICTURES, ''));
  return {
    name,
    format: 'pdf',
    find,
    expect: (draft: Draft) => ({ ...NOTHING, texts: lettersRead(shownIn(draft, beside)) }),
    see: async (files) =>
      (await read(files)).map((text) =>
        typeof text === 'string' ? { ...NOTHING, texts: lettersRead(text) } : JSON.stringify(text),
      ),
  };
}

async function eachBy(files: readonly string[], command: (file: string) => readonly string[]): Promise<string[]> {
  const texts: string[] = [];
  for (const file of files) {
    const [name = '', ...args] = command(file);
    texts.push(await printed(name, args));
  }
  return texts;
}

export const poppler = reader(
  'Poppler',
  'pictures and formulas',
  () => known('poppler', '-v'),
  (files) => eachBy(files, (file) => [placeOf('poppler'), '-raw', '-enc', 'UTF-8', file, '-']),
);

export const mupdf = reader(
  'MuPDF',
  'formulas',
  () => knownModule('mupdf', 'pymupdf', 'PyMuPDF'),
  (files) => readByPython('mupdf', files, placeOf('mupdf')),
);

export const pdfium = reader(
  'pdfium',
  'nothing',
  () => knownModule('pdfium', 'pypdfium2', 'pypdfium2'),
  (files) => readByPython('pdfium', files, placeOf('pdfium')),
);

export const verapdf: Judge = {
  name: 'veraPDF',
  format: 'pdf',
  find: () => {
    const found = findServer('verapdf');
    return Promise.resolve(found.kind === 'missing' ? { missing: found.howTo } : { version: 'PDF/UA-1 and PDF/A-2u' });
  },
  expect: () => ({ ...NOTHING, texts: ['passes'] }),
  see: async (files) => {
    const [access, archive] = [await failedOf('ua1', files), await failedOf('2u', files)];
    return files.map((file) => {
      const failed = [...(access.get(file) ?? ['nothing said']), ...(archive.get(file) ?? ['nothing said'])];
      return failed.length === 0 ? { ...NOTHING, texts: ['passes'] } : `fails ${failed.join(', ')}`;
    });
  },
};

/** What of the standard each file does not keep; no entry: it was not judged. */
async function failedOf(flavour: string, files: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const java = ['-Djava.awt.headless=true', '-cp', placeOf('verapdf'), 'org.verapdf.apps.GreenfieldCliWrapper'];
  // It ends with 1 where a file does not pass, and says so first.
  const output = await printed('java', [...java, '--flavour', flavour, '--format', 'xml', ...files]).catch(
    (failed: unknown) =>
      typeof failed === 'object' && failed !== null && 'stdout' in failed ? String(failed.stdout) : '',
  );
  const found = new Map<string, readonly string[]>();
  for (const job of output.split('<job>')) {
    const name = /<name>([^<]*)<\/name>/.exec(job)?.[1] ?? '';
    const rules = [...job.matchAll(/<rule [^>]*clause="([^"]*)" testNumber="(\d+)"[^>]*failedChecks="(\d+)"/g)];
    if (job.includes('isCompliant="true"')) found.set(name, []);
    else
      found.set(
        name,
        rules.map(([, clause, test, count]) => `${flavour} ${clause}-${test} (${count})`),
      );
  }
  return found;
}
