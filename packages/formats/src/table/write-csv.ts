import type { Draft } from '../shared/draft.ts';
import { plainWords } from '../shared/text/plain-words.ts';

// RFC 4180. A cell that a spreadsheet would take for a formula begins with an apostrophe, since maps hold other people's words.

const COLUMNS = ['number', 'parent', 'level', 'text', 'note', 'link', 'box', 'colour', 'icon'] as const;

/** The draft as a table: an item a row, in reading order, each with the number of the row that its parent stands in. */
export function writeCsv(draft: Draft): string {
  const rows: string[] = [COLUMNS.join(',')];
  const path: number[] = [];
  const numbers = new Map(draft.items.map(({ key }, i) => [key, i + 1]));
  draft.items.forEach(({ level, fields }, i) => {
    path.length = level - 1;
    const parent = path.at(-1);
    path.push(i + 1);
    const { text, note = '', href, checkbox, colour, icon } = fields;
    const wayOf = (to: string | null | undefined): string | null | undefined =>
      to?.startsWith('item:') === true ? `#${numbers.get(to.slice(5)) ?? ''}` : to;
    const cells = [i + 1, parent, level, plainWords(text), plainWords(note), wayOf(href), checkbox, colour, icon];
    rows.push(cells.map(cellOf).join(','));
  });
  return `${rows.join('\r\n')}\r\n`;
}

function cellOf(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = value.trim() !== '' && /^'*[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
