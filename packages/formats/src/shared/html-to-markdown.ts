import type { XmlElement, XmlNode } from './xml.ts';

// The HTML of notes and of rich texts as the Markdown that Bough shows: bold, italic, strike, code, links, headings, lists.
// Everything else keeps its words and loses its dress.

const BLOCKS = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'tr', 'blockquote', 'table', 'ul', 'ol', 'li', 'body', 'html', 'hr']); // prettier-ignore
const MARKS: Readonly<Record<string, string>> = { b: '**', strong: '**', i: '*', em: '*', s: '~~', strike: '~~', del: '~~', code: '`', tt: '`' }; // prettier-ignore
const UNSEEN = new Set(['head', 'script', 'style', 'title', 'meta']);

/** The words of the element as Markdown lines. */
export function markdownOf(root: XmlElement): string {
  return new Lines().of(root);
}

type Step = XmlNode | (() => void);

class Lines {
  readonly #lines: string[] = [];
  readonly #lists: { readonly isNumbered: boolean; next: number }[] = [];
  readonly #work: Step[] = [];
  #line = '';
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
      this.#line += first;
      for (const line of more) {
        this.#lines.push(this.#line);
        this.#line = line;
      }
      return;
    }
    const collapsed = words.replaceAll(/[ \t\n]+/g, ' ');
    this.#line += this.#line === '' || this.#line.endsWith(' ') ? collapsed.trimStart() : collapsed;
  }

  #element(node: XmlElement, name: string): void {
    if (UNSEEN.has(name)) return;
    if (name === 'br') {
      this.#lines.push(this.#line.trimEnd());
      this.#line = '';
    } else if (BLOCKS.has(name)) {
      this.#block(node, name);
    } else {
      const closing = name === 'a' ? linkEnd(node) : this.#mark(name);
      if (closing !== undefined && !isBlank(node)) {
        this.#line += name === 'a' ? '[' : closing;
        this.#work.push(() => this.#close(closing));
      }
      this.#push(node);
    }
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
    this.#line = this.#prefix(name);
    this.#push(node);
  }

  #push(node: XmlElement): void {
    for (const child of node.children.toReversed()) this.#work.push(child);
  }

  /** Three stars in a row are neither bold nor italic, so the inner mark of two is written with underlines. */
  #mark(name: string): string | undefined {
    const mark = MARKS[name];
    return this.#line.endsWith('*') ? mark?.replaceAll('*', '_') : mark;
  }

  /** Marks stand against words: blanks before the closing one move behind it. */
  #close(mark: string): void {
    const words = this.#line.trimEnd();
    this.#line = words + mark + this.#line.slice(words.length);
  }

  #endLine(): void {
    const line = this.#line.trimEnd();
    if (line !== '') this.#lines.push(line);
    this.#line = '';
  }

  #prefix(name: string): string {
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined) return `${'#'.repeat(Math.min(3, Number(level)))} `;
    if (name !== 'li') return '';
    const list = this.#lists.at(-1);
    return '  '.repeat(Math.max(0, this.#lists.length - 1)) + (list?.isNumbered === true ? `${list.next++}. ` : '- ');
  }
}

function linkEnd(node: XmlElement): string | undefined {
  const href = node.attributes.get('href') ?? '';
  return /^(?:https?:|mailto:)[^\s()]+$/i.test(href) ? `](${href})` : undefined;
}

function isBlank(node: XmlElement): boolean {
  const work: XmlNode[] = [node];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (typeof next === 'string') {
      if (next.trim() !== '') return false;
    } else {
      work.push(...next.children);
    }
  }
  return true;
}
