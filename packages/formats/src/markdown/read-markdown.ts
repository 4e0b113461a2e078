import { ownImage } from '../shared/bundle.ts';
import { type FilesBeside, imageBeside, shownSize } from '../shared/files-beside.ts';
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
/** As Bough writes it: alone in its line, or at the end of a heading, with its size as its title. */
const IMAGE = /^!\[[^\]]*\]\(([^\s)]+) "(\d{1,6}(?:\.\d+)?) x (\d{1,6}(?:\.\d+)?)"\)$/;
/** An image anywhere: its words, its address between angles or not, and a title, which nobody sees. */
const ANY = /!\[([^[\]]{0,500})\]\((?:<([^<>\n]+)>|([^\s()<>]+))(?:[ \t]+(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))?\)/g;
/** Code, and what stands behind a backslash: no image there. */
const NO_IMAGE = /`[^`]*`|\\[^]/g;
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

type Image = NonNullable<OpenFields['image']>;

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
    const at = words.lastIndexOf('![');
    const hasImage = at >= 0 && IMAGE.test(words.slice(at));
    const bare = hasImage ? words.slice(0, at) : words;
    const task = TASK.exec(bare)?.[0] ?? '';
    this.#add(this.#headings.length, task + bare.slice(task.length).trimEnd());
    if (hasImage) this.#note.push(words.slice(at));
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
    const { words: rest, image } = this.#withoutImage(words, item.fields.image !== undefined);
    const fields = { ...item.fields, text: before + readLines(rest) };
    this.#builder.amend(image === null ? fields : { ...fields, image });
  }

  /** The words without the first image in them that is there; its own words stay, unless they are its name. Other images stay as they are written, and are told. */
  #withoutImage(words: string, hasImage: boolean): { readonly words: string; readonly image: Image | null } {
    if (!words.includes('![')) return { words, image: null };
    let image: Image | null = null;
    let rest = words;
    // As long as it was, so that each place is the same.
    const bare = words.replaceAll(NO_IMAGE, (part) => ' '.repeat(part.length));
    for (const found of bare.matchAll(ANY)) {
      const [whole, alt = '', angled, plain = ''] = found;
      const taken: Image | null = image === null && !hasImage ? this.#imageAt(angled ?? plain) : null;
      if (taken === null) {
        this.#reporter.note('approximated', 'Images among words stand as they are written.', whole);
        continue;
      }
      image = taken;
      const [before, after] = [words.slice(0, found.index), words.slice(found.index + whole.length)];
      rest = isNameOf(taken, alt) ? before.trimEnd() + after : before + alt + after;
    }
    return { words: image === null ? words : rest.trim(), image };
  }

  /** The image at an address: beside the document, or in it; null for one that is not there. */
  #imageAt(address: string): Image | null {
    const bytes = address.startsWith('data:') ? (ownImage(address)?.bytes ?? null) : null;
    if (bytes === null) return imageBeside({ address }, this.#beside, this.#files);
    return { source: this.#keep(bytes), ...shownSize(bytes, {}) };
  }

  /** Keeps an image that stands in the document, and answers its source. */
  #keep(bytes: Uint8Array): string {
    const name = `image-${this.#files.size + 1}`;
    this.#files.set(name, bytes);
    return `file:${name}`;
  }

  /** Images that Bough wrote below an item are its own, not words of its note. */
  #endImages(): void {
    const item = this.#builder.items.at(-1);
    const at = this.#note.findIndex((line) => line !== '');
    const [, address = '', width, height] = IMAGE.exec(this.#note[at] ?? '') ?? [];
    const own = item === undefined ? null : ownImage(address);
    if (item === undefined || own === null) return;
    this.#note = this.#note.slice(at + 1);
    const source = own.bytes === null ? own.source : this.#keep(own.bytes);
    this.#builder.amend({ ...item.fields, image: { source, width: Number(width), height: Number(height) } });
  }

  /** The first image of the note that lies beside the document is the item's; it names itself there by its file. */
  #takeImage(): void {
    let isFenced = false;
    this.#note = this.#note.flatMap((line) => {
      if (FENCE.test(line)) isFenced = !isFenced;
      const item = this.#builder.items.at(-1);
      if (isFenced || item === undefined) return [line];
      const { words, image } = this.#withoutImage(line, item.fields.image !== undefined);
      if (image === null) return [line];
      this.#builder.amend({ ...item.fields, image });
      return words === '' ? [] : [words];
    });
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

/** Whether the words of an image say nothing but which file it is. */
function isNameOf({ source }: Image, alt: string): boolean {
  return source.endsWith(alt) || alt === 'image' || alt === 'Untitled';
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
