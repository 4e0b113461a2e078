import type { Run } from '@bough/text';
import { markdownOfLine } from './markdown-of-runs.ts';
import type { XmlElement, XmlNode } from '../xml/xml.ts';
import { pushAll } from '../push-all.ts';

// The HTML of notes and of rich texts as the Markdown that Bough shows: bold, italic, strike, code, links, headings, lists.
// Everything else keeps its words and loses its dress.

const BLOCKS = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'tr', 'blockquote', 'table', 'ul', 'ol', 'li', 'body', 'html', 'hr']); // prettier-ignore
const STYLES: Readonly<Record<string, 'bold' | 'italic' | 'strike' | 'code'>> = { b: 'bold', strong: 'bold', i: 'italic', em: 'italic', s: 'strike', strike: 'strike', del: 'strike', code: 'code', tt: 'code' }; // prettier-ignore
const UNSEEN = new Set(['head', 'script', 'style', 'title', 'meta']);
/** Of a table: those of a row share a line. */
const CELLS = new Set(['td', 'th']);
const PLAIN: Run = { text: '', bold: false, italic: false, strike: false, code: false, href: null };

/** The words of the element as Markdown lines. */
export function markdownOf(root: XmlElement): string {
  return new Lines().of(root);
}

type Step = XmlNode | (() => void);

class Lines {
  readonly #lines: string[] = [];
  readonly #lists: { readonly isNumbered: boolean; next: number }[] = [];
  readonly #work: Step[] = [];
  /** How the words that come next are dressed; its text is empty. */
  #style = PLAIN;
  #runs: Run[] = [];
  #prefix = '';
  #preformatted = 0;

  of(root: XmlElement): string {
    this.#work.push(root);
    for (let step = this.#work.pop(); step !== undefined; step = this.#work.pop()) {
      if (typeof step === 'function') step();
      else if (typeof step === 'string') this.#words(step);
      else this.#element(step, step.name.toLowerCase());
    }
    this.#endLine();
    return this.#lines.join('\n').trim();
  }

  #words(words: string): void {
    if (this.#preformatted > 0) {
      const [first = '', ...more] = words.split('\n');
      this.#add(first);
      for (const line of more) {
        this.#breakLine();
        this.#add(line);
      }
      return;
    }
    const collapsed = words.replaceAll(/[ \t\n]+/g, ' ');
    const isAfterBlank = this.#runs.at(-1)?.text.endsWith(' ') ?? true;
    this.#add(isAfterBlank ? collapsed.trimStart() : collapsed);
  }

  #add(words: string): void {
    if (words !== '') this.#runs.push({ ...this.#style, text: words });
  }

  #element(node: XmlElement, name: string): void {
    if (UNSEEN.has(name)) return;
    if (name === 'br') return this.#breakLine();
    if (CELLS.has(name) && this.#runs.length > 0) this.#runs.push({ ...PLAIN, text: ' | ' });
    if (BLOCKS.has(name)) return this.#block(node, name);
    const before = this.#style;
    const style = STYLES[name];
    const href = name === 'a' ? (addressOf(node) ?? before.href) : before.href;
    this.#style = { ...before, href, ...(style === undefined ? {} : { [style]: true }) };
    this.#work.push(() => {
      this.#style = before;
    });
    this.#push(node);
  }

  #block(node: XmlElement, name: string): void {
    this.#endLine();
    if (name === 'p' && this.#lines.length > 0 && isBlank(node)) this.#lines.push('');
    this.#work.push(() => this.#endLine());
    if (name === 'ul' || name === 'ol') {
      this.#lists.push({ isNumbered: name === 'ol', next: 1 });
      this.#work.push(() => this.#lists.pop());
    }
    if (name === 'pre') {
      this.#preformatted++;
      this.#work.push(() => this.#preformatted--);
    }
    this.#prefix = this.#prefixOf(name);
    this.#push(node);
  }

  #push(node: XmlElement): void {
    for (const child of node.children.toReversed()) this.#work.push(child);
  }

  #breakLine(): void {
    this.#lines.push(this.#line());
  }

  #endLine(): void {
    const line = this.#line();
    if (line !== '') this.#lines.push(line);
  }

  #line(): string {
    const [prefix, runs] = [this.#prefix, this.#runs];
    this.#prefix = '';
    this.#runs = [];
    const words = markdownOfLine(runs).trimEnd();
    return words === '' ? prefix.trimEnd() : prefix + words;
  }

  #prefixOf(name: string): string {
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined) return `${'#'.repeat(Math.min(3, Number(level)))} `;
    if (name !== 'li') return '';
    const list = this.#lists.at(-1);
    return '  '.repeat(Math.max(0, this.#lists.length - 1)) + (list?.isNumbered === true ? `${list.next++}. ` : '- ');
  }
}

function addressOf(node: XmlElement): string | undefined {
  const href = node.attributes.get('href') ?? '';
  return /^(?:https?:|mailto:)[^\s()]+$/i.test(href) ? href : undefined;
}

function isBlank(node: XmlElement): boolean {
  const work: XmlNode[] = [node];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (typeof next === 'string') {
      if (next.trim() !== '') return false;
    } else {
      pushAll(work, next.children);
    }
  }
  return true;
}
