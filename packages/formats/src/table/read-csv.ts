import { DraftBuilder } from '../shared/draft-builder.ts';
import type { Draft, OpenFields } from '../shared/draft.ts';
import { Forest } from '../shared/forest.ts';
import type { Reporter } from '../shared/report.ts';
import { markdownOfWords } from '../shared/text/inline-markdown.ts';
import { isWebAddress } from '../shared/text/web-address.ts';
import { titleOf } from '../shared/title.ts';
import { need } from '../shared/unreadable.ts';
import { type Columns, columnsOf, saysTree } from './columns.ts';
import { rowsOf, separatorOf } from './csv-rows.ts';

// A table as a map: by the numbers of parents, by a level, or by a column for each level, as the names of its columns say. Where they say
// nothing, what the columns are is guessed, and told.

/** Whether the first line names columns that say how the rows are a tree. */
export function isTableOfTree(source: string): boolean {
  const line = source.slice(0, 2_000);
  const separator = separatorOf(line);
  const header = separator === null ? undefined : rowsOf(line, separator)[0];
  return header !== undefined && header.length > 1 && saysTree(columnsOf(header));
}

/** The items of the rows. */
export function readCsv(source: string, reporter: Reporter): Draft {
  const rows = rowsOf(source, separatorOf(source) ?? ',');
  const [header = []] = rows;
  need(rows.length > 0, 'empty', 'There is nothing in it.');
  const columns = columnsOf(header);
  const reader = new TableReader(reporter, header, columns);
  const body = rows.slice(1);
  const { roles, levels } = columns;
  if (roles.text !== undefined && roles.id !== undefined && roles.parent !== undefined) reader.byParents(body);
  else if (roles.text !== undefined && roles.level !== undefined) reader.byLevel(body);
  else if (levels.length > 1) reader.byColumns(body, levels);
  else reader.guess(rows);
  const { builder } = reader;
  builder.settings = { title: titleOf(builder.items) };
  return builder.draft();
}

class TableReader {
  readonly builder = new DraftBuilder();
  readonly #reporter: Reporter;
  readonly #header: readonly string[];
  readonly #columns: Columns;

  constructor(reporter: Reporter, header: readonly string[], columns: Columns) {
    this.#reporter = reporter;
    this.#header = header;
    this.#columns = columns;
  }

  byParents(rows: readonly (readonly string[])[]): void {
    const { id = 0, parent = 0 } = this.#columns.roles;
    const index = new Map<string, number>();
    rows.forEach((row, i) => {
      const name = cell(row, id);
      if (name !== '' && !index.has(name)) index.set(name, i);
    });
    const forest = new Forest(rows.length);
    rows.forEach((row, i) => {
      const above = cell(row, parent);
      const at = index.get(above);
      if (above === '' || above === '0') return;
      if (at === undefined || !forest.tryHang(i, at))
        this.#reporter.note(
          'repaired',
          'A row whose parent is not there, or below itself, became a root.',
          cell(row, id),
        );
    });
    for (const { node, level } of forest.inOrder()) {
      const row = rows[node] ?? [];
      this.builder.add(level, keyOf(cell(row, id)), this.#fields(row));
      this.#sayOthers(row);
    }
  }

  byLevel(rows: readonly (readonly string[])[]): void {
    const { level = 0, id } = this.#columns.roles;
    const numbers = rows.map((row) => Number.parseInt(cell(row, level), 10) || 0);
    const least = numbers.reduce((a, b) => Math.min(a, b), Infinity);
    let above = 0;
    rows.forEach((row, i) => {
      above = Math.max(1, Math.min((numbers[i] ?? 0) - least + 1, above + 1));
      this.builder.add(above, id === undefined ? undefined : keyOf(cell(row, id)), this.#fields(row));
      this.#sayOthers(row);
    });
  }

  /** A column for each level: a row has the way to its item, or the item alone, as far to the right as it is deep. */
  byColumns(rows: readonly (readonly string[])[], levels: readonly number[]): void {
    let path: string[] = [];
    for (const row of rows) {
      const cells = levels.map((column) => cell(row, column));
      const last = cells.findLastIndex((words) => words !== '');
      if (last < 0) continue;
      const way: string[] = [];
      let isSame = true;
      cells.slice(0, last + 1).forEach((words, i) => {
        if (words === '') {
          // Nothing written there: as in the row above.
          if (isSame && path[i] !== undefined) way.push(path[i]);
          return;
        }
        isSame &&= i < last && path[i] === words && way.length === i;
        way.push(words);
        if (isSame) return;
        const fields = i === last ? this.#fields(row, words) : { text: markdownOfWords(words) };
        this.builder.add(way.length, undefined, fields);
      });
      path = way;
      if (this.#columns.levels.length > 0) this.#sayOthers(row);
    }
  }

  /** What columns without known names are. */
  guess(rows: readonly (readonly string[])[]): void {
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
    const all = Array.from({ length: width }, (_, i) => i);
    const isStaggered = width > 1 && rows.every((row) => row.filter((words) => words.trim() !== '').length === 1);
    if (isStaggered || repeats(rows)) {
      this.#reporter.note(
        'approximated',
        'What the columns mean was guessed: each one is a level.',
        this.#header.join(', '),
      );
      this.byColumns(rows, all);
      return;
    }
    const text = this.#columns.roles.text ?? 0;
    this.#reporter.note(
      'approximated',
      'What the columns mean was guessed: one became the items, the others their notes.',
      this.#header[text],
    );
    const body = rows.length > 1 ? rows.slice(1) : rows;
    const known = new Set(Object.values(this.#columns.roles));
    for (const row of body) {
      const fields: OpenFields = this.#fields(row, cell(row, text));
      const others = row.flatMap((words, i) => {
        const isSaid = i === text || known.has(i) || words.trim() === '';
        return isSaid ? [] : [markdownOfWords(`${cell(this.#header, i)}: ${words.trim()}`)];
      });
      const note = [fields.note ?? '', ...others].filter((line) => line !== '').join('\n');
      this.builder.add(1, undefined, note === '' ? fields : { ...fields, note });
    }
  }

  #fields(row: readonly string[], words?: string): OpenFields {
    const { text, note, link, box, colour, icon } = this.#columns.roles;
    const fields: OpenFields = { text: markdownOfWords(words ?? plain(cell(row, text ?? 0))) };
    const said = (column: number | undefined): string => (column === undefined ? '' : plain(cell(row, column)));
    if (said(note) !== '') fields.note = markdownOfWords(said(note));
    const address = said(link);
    if (isWebAddress(address)) fields.href = address;
    else if (/^#\S+$/.test(address)) fields.href = `item:${keyOf(address.slice(1))}`;
    else if (address !== '')
      this.#reporter.note('lost', 'An address that is neither of the web nor of an item.', address);
    const state = said(box).toLowerCase();
    if (DONE.has(state)) fields.checkbox = 'done';
    else if (OPEN.has(state)) fields.checkbox = 'open';
    else if (state !== '') this.#lost(box);
    const hue = said(colour).toLowerCase();
    if (/^(?:#[0-9a-f]{6}|[0-7])$/.test(hue)) fields.colour = hue;
    else if (hue !== '') this.#lost(colour);
    if (said(icon) !== '') fields.icon = said(icon);
    return fields;
  }

  #sayOthers(row: readonly string[]): void {
    const known = new Set([...Object.values(this.#columns.roles), ...this.#columns.levels]);
    row.forEach((words, i) => {
      if (!known.has(i) && words.trim() !== '') this.#lost(i);
    });
  }

  #lost(column: number | undefined): void {
    this.#reporter.note('lost', 'A column that nothing in a map stands for.', cell(this.#header, column ?? 0));
  }
}

const DONE = new Set([
  'done',
  'x',
  'yes',
  'true',
  '1',
  '100',
  '100%',
  'completed',
  'complete',
  'checked',
  'erledigt',
  'ja',
]);
const OPEN = new Set(['open', 'no', 'false', '0', '0%', 'todo', 'to do', 'unchecked', 'not started', 'offen', 'nein']);

function cell(row: readonly string[], column: number): string {
  return (row[column] ?? '').trim().replaceAll(/\r\n?/g, '\n');
}

/** A spreadsheet was kept from running the words. */
function plain(words: string): string {
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(words) ? words.slice(1) : words;
}

function keyOf(id: string): string {
  return `row ${id}`;
}

/** Whether rows repeat what the row above begins with, as ways to items do. */
function repeats(rows: readonly (readonly string[])[]): boolean {
  if (rows.length < 3 || rows.some((row) => row.length < 2)) return false;
  const again = rows.filter((row, i) => i > 0 && row[0] === rows[i - 1]?.[0] && row.join() !== rows[i - 1]?.join());
  return again.length * 2 >= rows.length - 1;
}
