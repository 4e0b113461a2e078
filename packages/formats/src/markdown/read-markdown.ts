import { ownImage } from '../shared/bundle.ts';
import { type FilesBeside, imageBeside } from '../shared/files-beside.ts';
import { DraftBuilder } from '../shared/draft-builder.ts';
import type { Draft, OpenFields } from '../shared/draft.ts';
import type { Reporter } from '../shared/report.ts';
import { titleOf } from '../shared/title.ts';
import { lineOfCommonmark } from './commonmark-line.ts';
import { countAtEnd } from '../shared/text/trailing.ts';

// Markdown as an outline: headings by their level, list items below them by their indent, paragraphs as the note of the item
// above. A backslash at the end of a line is a line break inside an item, and so is <br>; what only other readers need is taken away.

const HEADING = /^(#{1,6})[ \t]+(.*)$/;
const LISTED = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]+(.*))?$/;
const TASK = /^\[([ xX])\][ \t]+/;
const FENCE = /^[ \t]*(?:```|~~~)/;
/** As Bough writes it: alone in its line, with its size as its title. */
const IMAGE = /^!\[[^\]]*\]\(([^\s)]+) "(\d{1,6}(?:\.\d+)?) x (\d{1,6}(?:\.\d+)?)"\)$/;
/** An image alone in its line. */
const BESIDE = /^!\[([^\]]{0,500})\]\(([^\s()]{1,1000})\)$/;
/** Notion puts these around a callout. */
const CALLOUT = /^[ \t]*<\/?aside>[ \t]*$/;
/** A tag that other readers would take for one; a line break is read. */
const TAG =
  /(?<!\\)<\/?(?:a|b|center|code|details|div|em|font|h[1-6]|i|img|kbd|li|ol|p|pre|span|strong|sub|summary|sup|table|t[dhr]|u|ul)(?:\s[^<>]*)?\/?>/i;
const TAB = 4;

/** The items of the document. */
export function readMarkdown(source: string, reporter: Reporter, beside: FilesBeside): Draft {
  const reader = new MarkdownReader(reporter, beside);
  const lines = withoutFrontMatter(source.replaceAll(/\r\n?/g, '\n'), reporter).split('\n');
  for (const line of lines) reader.line(line);
  return reader.end();
}

function withoutFrontMatter(text: string, reporter: Reporter): string {
  const found = /^---\n[^]*?\n---[ \t]*(?:\n|$)/.exec(text);
  if (found === null) return text;
  reporter.note('lost', 'The front matter of the document.', found[0]);
  return text.slice(found[0].length);
}

class MarkdownReader {
  readonly #builder = new DraftBuilder();
  /** The heading levels that are open, ascending. */
  readonly #headings: number[] = [];
  /** The indents of the list levels that are open, ascending. */
  readonly #indents: number[] = [];
  readonly #files = new Map<string, Uint8Array>();
  #note: string[] = [];
  /** The column where the words of the open list item begin. */
  #column = 0;
  #isContinued = false;
  #isFenced = false;
  readonly #reporter: Reporter;
  readonly #beside: FilesBeside;

  constructor(reporter: Reporter, beside: FilesBeside) {
    this.#reporter = reporter;
    this.#beside = beside;
  }

  line(line: string): void {
    if (FENCE.test(line)) {
      this.#isFenced = !this.#isFenced;
      this.#note.push(this.#unindented(line));
      return;
    }
    if (this.#isFenced) return void this.#note.push(this.#unindented(line));
    const tag = TAG.exec(line.includes('`') ? line.replaceAll(/`[^`]*`/g, '') : line);
    if (tag !== null) this.#reporter.note('approximated', 'Tags of HTML stand as words.', tag[0]);
    if (this.#isContinued) return this.#continue(line.trimStart());
    const heading = HEADING.exec(line);
    if (heading !== null) return this.#heading(heading[1]?.length ?? 1, withoutClosingSigns(heading[2] ?? ''));
    const listed = LISTED.exec(line);
    if (listed !== null && !/^[ \t]*(?:[-*+][ \t]*){3,}$/.test(line)) return this.#listed(listed);
    this.#note.push(this.#unindented(line));
  }

  end(): Draft {
    this.#endNote();
    this.#builder.settings = { title: titleOf(this.#builder.items) };
    return { ...this.#builder.draft(), files: this.#files };
  }

  #heading(depth: number, words: string): void {
    this.#endNote();
    while (this.#headings.length > 0 && (this.#headings.at(-1) ?? 0) >= depth) this.#headings.pop();
    this.#headings.push(depth);
    this.#indents.length = 0;
    this.#column = 0;
    this.#add(this.#headings.length, words);
  }

  #listed([whole, indent = '', words = '']: RegExpExecArray): void {
    this.#endNote();
    const width = widthOf(indent);
    while (this.#indents.length > 0 && width < (this.#indents.at(-1) ?? 0)) this.#indents.pop();
    const last = this.#indents.at(-1);
    if (last === undefined || width > last + 1) this.#indents.push(width);
    this.#column = widthOf(whole.slice(0, whole.length - words.length));
    this.#add(this.#headings.length + this.#indents.length, words);
  }

  #add(level: number, words: string): void {
    const task = TASK.exec(words);
    const fields: OpenFields = { text: '' };
    if (task !== null) fields.checkbox = task[1] === ' ' ? 'open' : 'done';
    this.#builder.add(level, undefined, fields);
    this.#continue(task === null ? words : words.slice(task[0].length));
  }

  /** More words of the item, after a backslash at the end of its last line. */
  #continue(line: string): void {
    const item = this.#builder.items.at(-1);
    if (item === undefined) return;
    const before = this.#isContinued ? `${item.fields.text}\n` : item.fields.text;
    this.#isContinued = countAtEnd(line, '\\') % 2 === 1;
    const words = this.#isContinued ? line.slice(0, -1) : line;
    // What stands beside the document is taken from a line of its own alone.
    const image = /!\[[^\]]*\]\([^)]*\)/.exec(words.replaceAll(/`[^`]*`/g, ''));
    if (image !== null) this.#reporter.note('approximated', 'Images among words stand as they are written.', image[0]);
    this.#builder.amend({ ...item.fields, text: before + readLines(words) });
  }

  /** Images that Bough wrote below an item are its own, not words of its note. */
  #endImages(): void {
    const item = this.#builder.items.at(-1);
    const at = this.#note.findIndex((line) => line !== '');
    const [, address = '', width, height] = IMAGE.exec(this.#note[at] ?? '') ?? [];
    const own = item === undefined ? null : ownImage(address);
    if (item === undefined || own === null) return;
    this.#note = this.#note.slice(at + 1);
    let { source } = own;
    if (own.bytes !== null) {
      const name = `image-${this.#files.size + 1}`;
      this.#files.set(name, own.bytes);
      source = `file:${name}`;
    }
    this.#builder.amend({ ...item.fields, image: { source, width: Number(width), height: Number(height) } });
  }

  /** The first image of the note that lies beside the document is the item's; it names itself there by its file. */
  #takeImage(): void {
    const item = this.#builder.items.at(-1);
    if (item === undefined || item.fields.image !== undefined) return;
    for (const [at, line] of this.#note.entries()) {
      const [, alt = '', address = ''] = BESIDE.exec(line.trim()) ?? [];
      const image = address === '' ? null : imageBeside({ address }, this.#beside, this.#files);
      if (image === null) continue;
      const isName = image.source.endsWith(alt) || alt === 'image' || alt === 'Untitled';
      this.#note.splice(at, 1, ...(isName ? [] : [alt]));
      return this.#builder.amend({ ...item.fields, image });
    }
  }

  #endNote(): void {
    this.#endImages();
    this.#takeImage();
    const words = undented(this.#note.filter((line) => !CALLOUT.test(line)))
      .join('\n')
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd();
    this.#note = [];
    if (words.trim() === '') return;
    const item = this.#builder.items.at(-1);
    if (item === undefined) {
      // A document that begins with a paragraph: its first line is what it is about.
      const [first = '', ...more] = words.split('\n');
      const note = more.join('\n').trim();
      this.#headings.push(0);
      this.#builder.add(1, undefined, { text: first.trim(), ...(note === '' ? {} : { note }) });
      return;
    }
    this.#builder.amend({
      ...item.fields,
      note: words
        .split('\n')
        .map((line) => lineOfCommonmark(unescapeStart(line)))
        .join('\n'),
    });
  }

  /** A line of a note without the indent of its item. */
  #unindented(line: string): string {
    let at = 0;
    let width = 0;
    while (width < this.#column && (line[at] === ' ' || line[at] === '\t')) width = widthOf(line.slice(0, ++at));
    return line.slice(at).trimEnd();
  }
}

/** The lines without the blanks that all of them begin with: some programs indent more than to the words of the item. */
function undented(lines: readonly string[]): readonly string[] {
  const deep = lines.flatMap((line) => (line.trim() === '' ? [] : [line.length - line.trimStart().length]));
  const least = deep.reduce((sum, each) => Math.min(sum, each), Infinity);
  // Four and more are code, also where the note begins with it.
  return least >= 4 || least === 0 ? lines : lines.map((line) => line.slice(Math.min(least, line.length)));
}

function widthOf(indent: string): number {
  let width = 0;
  for (const unit of indent) width += unit === '\t' ? TAB - (width % TAB) : 1;
  return width;
}

/** The lines of an item's words as Bough has them; code and what stands behind a backslash break no line. */
function readLines(words: string): string {
  return words
    .replaceAll(/`[^`]*`|\\.|<br[ \t]*\/?>/gi, (part) => (part.startsWith('<') ? '\n' : part))
    .split('\n')
    .map((line) => lineOfCommonmark(unescapeStart(line)))
    .join('\n');
}

function unescapeStart(line: string): string {
  return line
    .replace(/^(\s*)\\(?=[-+](?:[ \t]|$)|[#=>]|```|~~~|\[|---)/, '$1')
    .replace(/^(\s*\d{1,9})\\(?=[.)](?:[ \t]|$))/, '$1');
}

/** A heading may be closed by signs behind a space: `# words ##`. */
function withoutClosingSigns(words: string): string {
  const before = words.slice(0, words.length - countAtEnd(words, '#'));
  const spaces = before === words ? 0 : countAtEnd(before, ' \t');
  return spaces === 0 ? words : before.slice(0, before.length - spaces);
}
