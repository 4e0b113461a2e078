import { countAtEnd } from '../shared/text/trailing.ts';
import type { ImageFolder } from '../shared/bundle.ts';
import type { Draft } from '../shared/draft.ts';
import type { Reporter } from '../shared/report.ts';
import { plainWords } from '../shared/text/plain-words.ts';
import { commonmarkLine, NOTHING } from './commonmark-line.ts';

/**
 * The draft as Markdown that every reader of CommonMark takes for the same tree and words: the first root as the document's heading,
 * more roots as headings, everything below as nested lists, notes as paragraphs below their item, boxes as tasks. The image of a heading
 * stands in it, since some readers take one below for an item; others are paragraphs above the note.
 */
export function writeMarkdown(
  draft: Draft,
  reporter: Reporter,
  images: Pick<ImageFolder, 'path'> = { path: () => null },
): string {
  const parts: string[] = [];
  for (const { level, fields } of draft.items) {
    const line = (words: string): string => lineOf(words, () => reporter.note('approximated', UNDRESSED, words));
    const task = fields.checkbox === 'done' ? '[x] ' : fields.checkbox === 'open' ? '[ ] ' : '';
    const indent = '  '.repeat(Math.max(0, level - 2));
    const lines = linesOf(fields.text).map((words) => doubledAtEnd(line(words)));
    const image = imageOf(fields, images);
    if (level === 1) parts.push(parts.length === 0 ? '' : '\n', `# ${task}${headingOf(lines, image)}\n`, '\n');
    else parts.push(`${indent}- ${task}${wordsOf(lines, `${indent}  `)}\n`);
    const note = fields.note ?? '';
    const paragraph = level === 1 ? null : image;
    const below = [
      ...(paragraph === null ? [] : [paragraph]),
      ...(paragraph === null || note === '' ? [] : ['']),
      ...(note === '' ? [] : note.split('\n').map((words) => (words.trim() === '' ? '' : line(words)))),
    ];
    if (below.length > 0) {
      const column = level === 1 ? '' : `${indent}  `;
      parts.push('\n', ...below.map((words) => `${words === '' ? '' : column + words}\n`), '\n');
    }
    for (const name of Object.keys(fields)) {
      if (!['text', 'note', 'checkbox'].includes(name) && (name !== 'image' || image === null))
        reporter.note('lost', `Markdown has no place for: ${name}.`, fields.text);
    }
  }
  for (const { label } of draft.links) reporter.note('lost', 'Markdown has no place for: links.', label);
  return parts.join('');
}

const UNDRESSED =
  'Headings inside an item are bold, and marks between letters and signs, where other readers see none, are left out.';

/** The image: its words for who cannot see it, its address, and as its title how large it is shown. */
function imageOf({ text, image }: Draft['items'][number]['fields'], images: Pick<ImageFolder, 'path'>): string | null {
  const path = image === null || image === undefined ? null : images.path(image.source);
  if (path === null || image === null || image === undefined) return null;
  // Signs in it could end it.
  const words = plainWords(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}.,-]+/gu, ' ')
    .trim();
  return `![${words}](${path} "${image.width} x ${image.height}")`;
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

/** A heading is one line, and signs that stand alone at its end would close it. */
function headingOf(lines: readonly string[], image: string | null): string {
  const words = lines.join('<br>').replace(/(^|[ \t])(#+)$/, '$1\\$2');
  return [words, image ?? ''].filter((part) => part !== '').join(' ') || NOTHING;
}

/** A backslash joins lines, but none at either end; an item without words would underline the one before it. */
function wordsOf(lines: readonly string[], indent: string): string {
  const [first, last] = [lines.findIndex((line) => line !== ''), lines.findLastIndex((line) => line !== '')];
  if (first < 0) return NOTHING + '<br>'.repeat(lines.length - 1);
  const words = lines.slice(first, last + 1).join(`\\\n${indent}`);
  return '<br>'.repeat(first) + words + '<br>'.repeat(lines.length - 1 - last);
}

function lineOf(line: string, undress: () => void): string {
  return line.trim() === '' ? '' : escapeStart(commonmarkLine(line, undress));
}

/** What would begin something of Markdown stands behind a backslash. */
function escapeStart(line: string): string {
  return line
    .replace(/^(\s*)(#{1,6}(?=[ \t]|$)|[-+](?=[ \t]|$)|[>=]|```|~~~|\[(?=[ xX]\][ \t])|---)/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)](?=[ \t]|$))/, '$1\\$2');
}

/** A backslash at the end of a line would join the next one to it. */
function doubledAtEnd(line: string): string {
  return line + '\\'.repeat(countAtEnd(line, '\\') % 2);
}
