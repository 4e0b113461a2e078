import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Draft } from '@bough/formats';
import { type Judge, NOTHING, textsOf } from './judge.ts';
import { JUDGES, printed, program, pythonModule } from './programs.ts';
import { readByPython } from './python.ts';

// Readers of PDF: each must find all letters of all items. veraPDF holds the file to PDF/UA-1 and PDF/A-2u.

/** All letters, in the order of their numbers: readers differ in lines and blanks. */
function lettersOf(text: string): string[] {
  // Marks of direction are no letters.
  return Array.from(
    text.normalize('NFC').replaceAll(/[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe]/gu, ''),
  ).sort();
}

function reader(name: string, find: Judge['find'], read: (files: readonly string[]) => Promise<unknown[]>): Judge {
  return {
    name,
    format: 'pdf',
    find,
    expect: (draft: Draft) => ({
      ...NOTHING,
      texts: lettersOf([...textsOf(draft), ...draft.links.map(({ label }) => label)].join('')),
    }),
    see: async (files) =>
      (await read(files)).map((text) =>
        typeof text === 'string' ? { ...NOTHING, texts: lettersOf(text) } : JSON.stringify(text),
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
  () => program('pdftotext', '-v', 'apt-get install poppler-utils'),
  (files) => eachBy(files, (file) => ['pdftotext', '-enc', 'UTF-8', file, '-']),
);

export const mupdf = reader(
  'MuPDF',
  () => program('mutool', '-v', 'apt-get install mupdf-tools'),
  (files) => eachBy(files, (file) => ['mutool', 'draw', '-q', '-F', 'txt', file]),
);

export const pdfium = reader(
  'pdfium',
  () => pythonModule('pypdfium2', 'pypdfium2'),
  (files) => readByPython('pdf', files),
);

const VERA = join(JUDGES, 'greenfield-apps.jar');
const VERA_NAME = 'org.verapdf.apps:greenfield-apps:1.28.2';

export const verapdf: Judge = {
  name: 'veraPDF',
  format: 'pdf',
  find: () =>
    Promise.resolve(
      existsSync(VERA)
        ? { version: 'PDF/UA-1 and PDF/A-2u' }
        : { missing: `mvn dependency:get -Dartifact=${VERA_NAME} -Dtransitive=false, its jar as ${VERA}` },
    ),
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
  const java = ['-Djava.awt.headless=true', '-cp', VERA, 'org.verapdf.apps.GreenfieldCliWrapper'];
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
