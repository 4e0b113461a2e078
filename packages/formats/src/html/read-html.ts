import { DraftBuilder } from '../shared/draft-builder.ts';
import type { Draft, OpenFields } from '../shared/draft.ts';
import type { Reporter } from '../shared/report.ts';
import { markdownOf } from '../shared/text/html-to-markdown.ts';
import { wholeStyle } from '../shared/text/inline-markdown.ts';
import { isWebAddress } from '../shared/text/web-address.ts';
import { titleOf } from '../shared/title.ts';
import { need } from '../shared/unreadable.ts';
import { elementsIn, wordsIn, type XmlElement, type XmlNode } from '../shared/xml/xml.ts';
import type { FilesBeside } from '../shared/files-beside.ts';
import { imageOfElement } from './html-image.ts';
import { noteOf } from './note-blocks.ts';
import { MARKS } from './own-marks.ts';
import { parseHtml } from './parse-html.ts';
import { pushAll } from '../shared/push-all.ts';

// A web page as an outline: headings by their level, lists, definitions and folds (<details>) by how they are nested; what stands between is
// the note of the item above. Workflowy's notes and Notion's boxes and toggles are known by their classes. A page without any of
// these has no tree, and is refused.

/** The items of the page. */
export function readHtml(source: string, reporter: Reporter, beside: FilesBeside): Draft {
  const reader = new HtmlReader(reporter, beside);
  reader.read(parseHtml(source));
  const { builder } = reader;
  need(reader.hasTree, 'not-this-format', 'It is a web page without headings and lists: there is no tree in it.');
  builder.settings = { title: reader.title || titleOf(builder.items) };
  return builder.draft();
}

const BLOCKS = new Set([
  'html', 'body', 'head', 'header', 'footer', 'main', 'nav', 'section', 'article', 'aside', 'figure', 'figcaption', 'form', 'fieldset',
  'address', 'center', 'div', 'p', 'blockquote', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'caption', 'hr', 'pre', 'ul', 'ol', 'menu', 'dl',
  'li', 'dt', 'dd', 'details', 'summary', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'input', 'img',
]); // prettier-ignore
const UNSEEN = new Set(['script', 'style', 'meta', 'link', 'base', 'noscript', 'iframe', 'svg', 'math', 'template', 'object', 'embed', 'button', 'select']); // prettier-ignore

interface OpenItem {
  readonly level: number;
  readonly key: string | undefined;
  readonly fields: OpenFields;
  readonly note: string[];
  readonly links: { readonly to: string; readonly label: string }[];
  /** Its words are still to come. */
  isNamed: boolean;
}

type Step = XmlNode | (() => void);

class HtmlReader {
  readonly builder = new DraftBuilder();
  hasTree = false;
  title = '';
  readonly #reporter: Reporter;
  readonly #beside: FilesBeside;
  /** Of the page, before its title. */
  #pageIcon = '';
  readonly #work: Step[] = [];
  readonly #items: OpenItem[] = [];
  /** The headings that are open, by their number. */
  readonly #headings: number[] = [];
  #lists = 0;
  #current: OpenItem | null = null;
  #inline: XmlNode[] = [];

  constructor(reporter: Reporter, beside: FilesBeside) {
    this.#reporter = reporter;
    this.#beside = beside;
  }

  read(root: XmlElement): void {
    const blocks = elementsWithBlocks(root);
    this.#work.push(root);
    for (let step = this.#work.pop(); step !== undefined; step = this.#work.pop()) {
      if (typeof step === 'function') step();
      else if (typeof step === 'string') this.#inline.push(step);
      else if (UNSEEN.has(step.name)) continue;
      else if (step.name === 'title') this.title ||= wordsIn(step).replaceAll(/\s+/g, ' ').trim();
      else if (blocks.has(step)) this.#block(step);
      else this.#inline.push(step);
    }
    this.#flush();
    this.#finish();
  }

  #block(element: XmlElement): void {
    const { name } = element;
    this.#flush();
    const heading = /^h([1-6])$/.exec(name)?.[1];
    const isOfItem = this.#current !== null && !this.#current.isNamed;
    if (heading !== undefined && this.#lists === 0) return this.#heading(element, Number(heading));
    if (name === 'ul' || name === 'ol' || name === 'menu' || name === 'dl') return this.#list(element);
    if (name === 'li' || name === 'dt') return this.#item(element, this.#levelHere());
    if (name === 'details' && !isOfItem) return this.#list(element, true);
    if (name === 'details' && this.#current !== null && !element.attributes.has('open'))
      this.#current.fields.isFolded = true;
    if (name === 'input')
      return this.#box(element.attributes.get('type') === 'checkbox', element.attributes.has('checked'));
    if (name === 'img') return this.#image(element);
    const classes = (element.attributes.get('class') ?? '').split(/\s+/);
    if (classes.includes('checkbox')) return this.#box(true, classes.includes('checkbox-on'));
    if (classes.includes(MARKS.head)) return;
    if (classes.includes('page-header-icon')) {
      this.#pageIcon = markdownOf(element).trim();
      return;
    }
    if (classes.includes(MARKS.note) && this.#current !== null) {
      this.#current.isNamed = true;
      this.#current.note.push(noteOf(element));
      return;
    }
    if (classes.includes('note') && this.#current !== null) this.#current.isNamed = true;
    if (classes.includes(MARKS.links)) return this.#links(element);
    if (name === 'table') this.#reporter.note('approximated', 'A table became lines of a note.', '');
    if (name === 'pre') {
      this.#inline.push(element);
      return this.#flush();
    }
    this.#through(element, name === 'tr' ? ' | ' : '');
  }

  /** What is in the element, and words around it apart. */
  #through(element: XmlElement, between = ''): void {
    this.#work.push(() => this.#flush());
    element.children.toReversed().forEach((child, i) => {
      if (i > 0 && between !== '' && typeof child !== 'string') this.#work.push(between);
      this.#work.push(child);
    });
  }

  #heading(element: XmlElement, number: number): void {
    while (this.#headings.length > 0 && (this.#headings.at(-1) ?? 0) >= number) this.#headings.pop();
    this.#headings.push(number);
    this.#begin(this.#headings.length, element);
    this.#through(element);
  }

  #list(element: XmlElement, isFold = false): void {
    this.#lists++;
    const above = this.#current;
    this.#work.push(() => {
      this.#flush();
      this.#lists--;
      this.#current = above;
    });
    if (isFold) {
      this.#begin(this.#levelHere(), element);
      if (this.#current !== null && !element.attributes.has('open')) this.#current.fields.isFolded = true;
    }
    this.#through(element);
  }

  #item(element: XmlElement, level: number): void {
    this.#begin(level, element);
    this.#through(element);
  }

  #levelHere(): number {
    return this.#headings.length + Math.max(1, this.#lists);
  }

  #begin(level: number, element: XmlElement): void {
    this.hasTree = true;
    const above = this.#items.at(-1)?.level ?? 0;
    const item: OpenItem = {
      level: Math.min(level, above + 1),
      key: element.attributes.get('id'),
      fields: { text: '', ...ownFields(element) },
      note: [],
      links: [],
      isNamed: false,
    };
    if (this.#pageIcon !== '') item.fields.icon = this.#pageIcon;
    this.#pageIcon = '';
    this.#items.push(item);
    this.#current = item;
  }

  #box(isBox: boolean, isDone: boolean): void {
    if (isBox && this.#current !== null) this.#current.fields.checkbox = isDone ? 'done' : 'open';
  }

  #image(element: XmlElement): void {
    const words = element.attributes.get('alt') ?? '';
    const image = imageOfElement(element, this.builder.files, this.#beside);
    if (this.#current === null || image === null || (this.#current.fields.image ?? null) !== null)
      this.#reporter.note('lost', 'An image that is not in the file.', words);
    else this.#current.fields.image = image;
  }

  #links(element: XmlElement): void {
    for (const link of elementsIn(element).filter(({ name }) => name === 'a')) {
      const to = (link.attributes.get('href') ?? '').replace(/^#/, '');
      this.#current?.links.push({ to, label: link.attributes.get('title') ?? '' });
    }
  }

  /** The words since the last block: those of the item, else of its note. */
  #flush(): void {
    const inline = this.#inline;
    if (inline.length === 0) return;
    this.#inline = [];
    const [own, rest] = this.#marked(inline);
    const words = markdownOf({ name: 'p', attributes: new Map(), children: rest });
    if (words.trim() === '' && own.length === 0) return;
    if (this.#current === null) {
      if (words.trim() === '') return;
      this.#reporter.note('approximated', 'Words before the first heading or list became an item.', words);
      this.#begin(1, { name: 'p', attributes: new Map(), children: [] });
      this.hasTree = this.#items.length > 1;
    }
    const item = this.#current;
    if (item === null) return;
    for (const element of own) this.#own(item, element);
    if (words.trim() === '') return;
    if (!item.isNamed) {
      item.isNamed = true;
      item.fields.text = words;
    } else {
      item.note.push(words);
    }
  }

  /** What Bough wrote beside the words, and the words. */
  #marked(inline: readonly XmlNode[]): [XmlElement[], XmlNode[]] {
    const own: XmlElement[] = [];
    const rest = inline.filter((node) => {
      const name = typeof node === 'string' ? '' : (node.attributes.get('class') ?? '');
      if (typeof node === 'string' || (name !== MARKS.icon && name !== MARKS.way)) return true;
      own.push(node);
      return false;
    });
    return [own, rest];
  }

  #own({ fields }: OpenItem, element: XmlElement): void {
    if (element.attributes.get('class') === MARKS.icon) fields.icon = wordsIn(element).trim();
    const href = element.attributes.get('href') ?? '';
    if (href.startsWith('#')) fields.href = `item:${href.slice(1)}`;
    else if (isWebAddress(href)) fields.href = href;
  }

  #finish(): void {
    const links: { readonly from: string; readonly to: string; readonly label: string }[] = [];
    for (const { level, key, fields, note, links: own } of this.#items) {
      const style = wholeStyle(fields.text);
      // Words that are one link: the item leads there.
      if (style !== null && style.href !== null && fields.href === undefined && !style.bold && !style.italic)
        Object.assign(fields, { text: style.words, href: style.href });
      const words = note.join('\n\n');
      const from = this.builder.add(level, key, words === '' ? fields : { ...fields, note: words });
      pushAll(
        links,
        own.map((link) => ({ from, ...link })),
      );
    }
    for (const { from, to, label } of links)
      if (this.builder.has(to)) this.builder.link(from, to, { label, arrow: 'end' });
  }
}

/** What Bough says beside the words. */
function ownFields({ attributes }: XmlElement): Partial<OpenFields> {
  const colour = attributes.get('data-colour') ?? '';
  const folded = attributes.has('data-folded') ? { isFolded: true } : {};
  return /^(?:#[0-9a-f]{6}|[0-7])$/.test(colour) ? { colour, ...folded } : folded;
}

/** Blocks, and what holds any: everything else stands in a line. */
function elementsWithBlocks(root: XmlElement): ReadonlySet<XmlElement> {
  const found = new Set<XmlElement>();
  const order: XmlElement[] = [];
  const parents = new Map<XmlElement, XmlElement>();
  const work = [root];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    order.push(next);
    for (const child of elementsIn(next)) {
      parents.set(child, next);
      work.push(child);
    }
  }
  for (const element of order.toReversed()) {
    const isBlock = BLOCKS.has(element.name) || element.name === '#document' || isApart(element) || found.has(element);
    if (!isBlock) continue;
    found.add(element);
    const parent = parents.get(element);
    if (parent !== undefined) found.add(parent);
  }
  return found;
}

/** Workflowy's notes stand in a span beside that of the words; Bough's words in one with what belongs to them. */
function isApart(element: XmlElement): boolean {
  return element.name === 'span' && /(?:^|\s)(?:note|bough-words)(?:\s|$)/.test(element.attributes.get('class') ?? '');
}
