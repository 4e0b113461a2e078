import { DraftBuilder } from '../shared/draft-builder.ts';
import { type Draft, type DraftItem, type OpenFields, packForeign } from '../shared/draft.ts';
import type { Reporter } from '../shared/report.ts';
import { titleOf } from '../shared/title.ts';
import { ESCAPE, markdownOfOrg, PLAIN_SIGNS } from './org-words.ts';
import { pushAll } from '../shared/push-all.ts';

// Org: headlines by their stars, lists below them by their indent; what stands between is the note. Keywords of tasks are boxes. Tags,
// priorities, dates and drawers stay with the item and go back as they were.

const HEADLINE = /^(\*+)[ \t]+(.*)$/;
const LISTED = /^([ \t]*)(?:[-+]|[ \t]\*|\d{1,6}[.)])(?:[ \t]+(?:\[@\d+\][ \t]*)?(.*)|)$/;
const KEYWORD = /^[ \t]*#\+([A-Za-z_]+):[ \t]*(.*)$/;
const PLANNING = /^[ \t]*(?:(?:DEADLINE|SCHEDULED|CLOSED):[ \t]*[<[][^>\]\n]{1,80}[>\]][ \t]*)+$/;
const DRAWER = /^[ \t]*:([\w-]{1,40}):[ \t]*$/;

/** The items of the file. */
export function readOrg(source: string, reporter: Reporter): Draft {
  const reader = new OrgReader(reporter);
  reader.read(source.replaceAll(/\r\n?/g, '\n').split('\n'));
  const { builder } = reader;
  const foreign = packForeign({ format: 'org', elements: reader.head });
  builder.settings = { title: reader.title ?? titleOf(builder.items), ...(foreign === null ? {} : { foreign }) };
  return builder.draft();
}

/** An item whose lines are still coming. */
interface Open {
  readonly level: number;
  readonly key: string | undefined;
  readonly fields: OpenFields;
  readonly attributes: Record<string, string>;
  readonly elements: string[];
  readonly note: string[];
}

class OrgReader {
  readonly builder = new DraftBuilder();
  /** Lines that belong to the file. */
  readonly head: string[] = [];
  title: string | null = null;
  readonly #reporter: Reporter;
  readonly #words = {
    open: new Set(['TODO', 'NEXT', 'WAITING', 'STARTED', 'HOLD']),
    done: new Set(['DONE', 'CANCELLED', 'CANCELED']),
  };
  #open: Open | null = null;
  /** The indents of the open lists, and the level of the headline above. */
  #indents: number[] = [];
  #headline = 0;

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  read(lines: readonly string[]): void {
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] ?? '';
      const headline = HEADLINE.exec(line);
      const listed = headline === null ? LISTED.exec(line) : null;
      if (headline !== null) this.#begin(headline[1]?.length ?? 1, headline[2] ?? '', true);
      else if (listed !== null) this.#listItem(listed[1] ?? '', listed[2] ?? '');
      else at = this.#other(lines, at);
    }
    this.#close();
  }

  #listItem(indent: string, words: string): void {
    const depth = indent.replaceAll('\t', '        ').length;
    while (this.#indents.length > 0 && depth <= (this.#indents.at(-1) ?? 0)) this.#indents.pop();
    this.#indents.push(depth);
    this.#begin(this.#headline + this.#indents.length, words, false);
  }

  #begin(level: number, said: string, isHeadline: boolean): void {
    this.#close();
    if (isHeadline) {
      this.#headline = level;
      this.#indents = [];
    }
    const attributes: Record<string, string> = {};
    const fields: OpenFields = { text: '' };
    let words = said.trim();
    if (isHeadline) {
      const keyword = /^([A-Z][A-Z-]{2,20})(?=\s|$)/.exec(words)?.[1];
      const isOpen = keyword !== undefined && this.#words.open.has(keyword);
      const isDone = keyword !== undefined && this.#words.done.has(keyword);
      if (keyword !== undefined && (isOpen || isDone)) {
        fields.checkbox = isDone ? 'done' : 'open';
        if (keyword !== (isDone ? 'DONE' : 'TODO')) attributes['keyword'] = keyword;
        words = words.slice(keyword.length).trimStart();
      }
      const priority = /^\[#([A-Z0-9])\](?:\s|$)/.exec(words)?.[1];
      if (priority !== undefined) {
        attributes['priority'] = priority;
        words = words.slice(4).trimStart();
      }
      const tags = /(?:^|\s)(:(?:[\p{L}\p{N}_@#%]+:)+)$/u.exec(words)?.[1];
      if (tags !== undefined) {
        attributes['tags'] = tags;
        words = words.slice(0, words.length - tags.length).trimEnd();
      }
    } else {
      const box = /^\[([ xX-])\](?:\s|$)/.exec(words)?.[1];
      if (box !== undefined) {
        fields.checkbox = box === ' ' || box === '-' ? 'open' : 'done';
        words = words.slice(3).trimStart();
      }
      words = words.replace(/^(.{1,500}?)[ \t]+::[ \t]+/, '$1: ');
    }
    for (const name of Object.keys(attributes)) this.#reporter.note('kept', `What only Org knows: ${name}.`, words);
    const text = markdownOfOrg(words);
    fields.text = text;
    this.#open = { level, key: undefined, fields, attributes, elements: [], note: [] };
  }

  /** A line that begins no item, and those that belong to it; answers where they end. */
  #other(lines: readonly string[], at: number): number {
    const line = lines[at] ?? '';
    const begins = /^[ \t]*#\+begin_(\w+)/i.exec(line)?.[1];
    if (begins !== undefined) return this.#block(lines, at, begins);
    const open = this.#open;
    const drawer = DRAWER.exec(line)?.[1];
    if (drawer !== undefined) {
      let end = at;
      while (end + 1 < lines.length && end - at < MOST_LINES && !/^[ \t]*:END:[ \t]*$/i.test(lines[end] ?? '')) end++;
      if (/^[ \t]*:END:[ \t]*$/i.test(lines[end] ?? '')) {
        this.#drawer(lines.slice(at, end + 1));
        return end;
      }
    }
    if (PLANNING.test(line) && open !== null) {
      open.elements.push(line.trim());
      this.#reporter.note('kept', 'What only Org knows: dates.', line);
      return at;
    }
    const keyword = KEYWORD.exec(line);
    if (keyword !== null || /^[ \t]*#(?:[ \t]|$)/.test(line)) {
      this.#keyword(line, keyword?.[1]?.toUpperCase() ?? '', keyword?.[2] ?? '');
      return at;
    }
    if (open === null) {
      if (line.trim() === '') return at;
      this.#reporter.note('approximated', 'Words before the first headline became an item.', line);
      this.#begin(1, line, false);
      return at;
    }
    const address = /^\[\[((?:https?:\/\/|mailto:)[^\s[\]]+)\]\]$/i.exec(line.trim())?.[1];
    if (address !== undefined && open.note.length === 0 && open.fields.href === undefined) open.fields.href = address;
    // Blanks at the beginning belong to the editor, but for those that stand behind a sign.
    else open.note.push(markdownOfOrg(line.startsWith(ESCAPE) ? line : line.trim()));
    return at;
  }

  #drawer(lines: readonly string[]): void {
    const open = this.#open;
    if (open === null) {
      pushAll(this.head, lines);
      return;
    }
    const isFolded = lines.some((line) => /^\s*:VISIBILITY:\s+(?:folded|children)\s*$/i.test(line));
    const rest = lines.filter((line) => !/^\s*:VISIBILITY:\s+folded\s*$/i.test(line)).map((line) => line.trim());
    if (isFolded) open.fields.isFolded = true;
    const id = lines
      .map((line) => /^\s*:(?:CUSTOM_)?ID:\s+(\S{1,100})\s*$/i.exec(line)?.[1])
      .find((one) => one !== undefined);
    if (id !== undefined && open.key === undefined) this.#open = { ...open, key: id };
    if (rest.length <= 2) return;
    pushAll(open.elements, rest);
    this.#reporter.note('kept', 'What only Org knows: drawers.', rest[1]);
  }

  #keyword(line: string, name: string, value: string): void {
    if (name === 'TITLE' && this.title === null) {
      this.title = value;
      return;
    }
    if (line === PLAIN_SIGNS) return;
    if (/^(?:SEQ_|TYP_)?TODO$/.test(name)) {
      const [open = '', done = ''] = value.split('|');
      const namesIn = (part: string): string[] =>
        part
          .split(/\s+/)
          .map((word) => word.replace(/\(.*$/, ''))
          .filter((word) => word !== '');
      const before = namesIn(open);
      // Without a bar the last one is done.
      const after = value.includes('|') ? namesIn(done) : before.splice(-1);
      for (const word of before) this.#words.open.add(word);
      for (const word of after) this.#words.done.add(word);
    }
    if (this.#open === null) {
      this.head.push(line);
      this.#reporter.note('kept', 'What only Org knows: settings of the file.', line);
    } else {
      this.#open.elements.push(line.trim());
      this.#reporter.note('kept', 'What only Org knows: comments and settings.', line);
    }
  }

  /** A block of code or of a quotation, which a note shows as it stands. */
  #block(lines: readonly string[], at: number, name: string): number {
    let end = at + 1;
    const closing = new RegExp(`^[ \\t]*#\\+end_${name}[ \\t]*$`, 'i');
    while (end < lines.length && !closing.test(lines[end] ?? '')) end++;
    const inside = lines.slice(at + 1, end).map((line) => line.replace(/^([ \t]*),(?=[,*#])/, '$1'));
    if (this.#open === null) this.#begin(1, '', false);
    const isCode = /^(?:src|example|export)$/i.test(name);
    const words = isCode ? ['```', ...inside, '```'] : inside.map((line) => markdownOfOrg(line.trim()));
    if (this.#open !== null) pushAll(this.#open.note, words);
    return end;
  }

  #close(): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    const first = open.note.findIndex((line) => line !== '');
    const note = first < 0 ? '' : open.note.slice(first, open.note.findLastIndex((line) => line !== '') + 1).join('\n');
    const foreign = packForeign({ format: 'org', attributes: open.attributes, elements: open.elements });
    const fields: DraftItem['fields'] = {
      ...open.fields,
      ...(note === '' ? {} : { note }),
      ...(foreign === null ? {} : { foreign }),
    };
    this.builder.add(open.level, open.key, fields);
  }
}

const MOST_LINES = 1_000;

/** Whether a line of a note would be something else in Org. */
export function meansSomething(line: string): boolean {
  return (
    HEADLINE.test(line) || LISTED.test(line) || KEYWORD.test(line) || DRAWER.test(line) || PLANNING.test(line) ||
    /^[ \t]*#(?:\+|[ \t]|$)/.test(line) || line.startsWith(ESCAPE)
  ); // prettier-ignore
}
