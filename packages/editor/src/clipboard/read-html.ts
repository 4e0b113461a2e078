import type { OutlineNode } from '../commands/edits/outline.ts';

// HTML as other programs put it on the clipboard, read as an outline: nested lists, headings, paragraphs. Read tag by tag, never
// as a document: nothing in it is loaded or run. What the words carry (bold, italic, code, links) becomes Markdown. The page fetches
// this file when somebody pastes such a thing.

interface Growing {
  readonly node: { text: string; readonly checkbox: 'open' | 'done' | null; readonly children: Growing['node'][] };
}

const TOKEN = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|([^<]+)|</gi;
const MARKS: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  code: '`',
  s: '~~',
  del: '~~',
};
const BLOCKS = new Set(['p', 'div', 'tr', 'section', 'article', 'blockquote', 'pre', 'table', 'body']);
const SKIPPED = new Set(['script', 'style', 'head', 'title', 'template', 'svg']);
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The tree of the lists and headings in the HTML. */
export function parseHtml(html: string): OutlineNode[] {
  const reader = new Reader();
  for (const [, slash = '', tag = '', attributes = '', words = ''] of html.matchAll(TOKEN)) {
    if (tag === '') reader.words(words);
    else if (slash === '') reader.open(tag.toLowerCase(), attributes);
    else reader.close(tag.toLowerCase());
  }
  return reader.end();
}

class Reader {
  readonly #roots: Growing['node'][] = [];
  /** Open list items, each in the list of its depth. */
  readonly #items: { readonly depth: number; readonly node: Growing['node'] }[] = [];
  readonly #headings: { readonly rank: number; readonly node: Growing['node'] }[] = [];
  readonly #links: string[] = [];
  #depth = 0;
  #text = '';
  #skipping = '';

  words(text: string): void {
    if (this.#skipping === '') this.#text += decoded(text).replaceAll(/\s+/g, ' ');
  }

  open(tag: string, attributes: string): void {
    if (this.#skipping !== '') return;
    if (SKIPPED.has(tag)) this.#skipping = tag;
    else if (tag === 'ul' || tag === 'ol') {
      this.#flush();
      this.#depth++;
    } else if (tag === 'li') {
      this.#flush();
      this.#leaveItems(this.#depth);
      const node = { text: '', checkbox: null, children: [] };
      this.#siblings().push(node);
      this.#items.push({ depth: this.#depth, node });
    } else if (tag === 'br') this.#text += '\n';
    else if (BLOCKS.has(tag) || /^h[1-6]$/.test(tag)) this.#flush();
    else if (tag === 'a') {
      const href = /\bhref\s*=\s*["']?(https?:[^"'\s>]+|mailto:[^"'\s>]+)/i.exec(attributes)?.[1] ?? '';
      this.#links.push(decoded(href));
      if (href !== '') this.#text += '[';
    } else this.#text += MARKS[tag] ?? '';
  }

  close(tag: string): void {
    if (tag === this.#skipping) this.#skipping = '';
    if (this.#skipping !== '') return;
    if (tag === 'ul' || tag === 'ol') {
      this.#flush();
      this.#leaveItems(this.#depth);
      this.#depth = Math.max(0, this.#depth - 1);
    } else if (tag === 'a') {
      const href = this.#links.pop() ?? '';
      if (href !== '') this.#text += `](${href})`;
    } else if (/^h[1-6]$/.test(tag)) this.#heading(Number(tag[1]));
    else if (tag === 'li' || BLOCKS.has(tag)) this.#flush();
    else this.#text += MARKS[tag] ?? '';
  }

  end(): OutlineNode[] {
    this.#flush();
    return this.#roots.filter((node) => node.text !== '' || node.children.length > 0);
  }

  #heading(rank: number): void {
    const text = this.#take();
    if (text === '') return;
    while (this.#headings.length > 0 && (this.#headings.at(-1)?.rank ?? 0) >= rank) this.#headings.pop();
    const node = { text, checkbox: null, children: [] };
    (this.#headings.at(-1)?.node.children ?? this.#roots).push(node);
    this.#headings.push({ rank, node });
  }

  /** Words that have come: the open list item's, else an item of their own. */
  #flush(): void {
    const text = this.#take();
    if (text === '') return;
    const item = this.#items.at(-1);
    if (item === undefined) this.#siblings().push({ text, checkbox: null, children: [] });
    else item.node.text = item.node.text === '' ? text : `${item.node.text}\n${text}`;
  }

  #take(): string {
    const text = this.#text
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .trim();
    this.#text = '';
    return text === '****' || text === '**' ? '' : text;
  }

  #leaveItems(depth: number): void {
    while ((this.#items.at(-1)?.depth ?? -1) >= depth) this.#items.pop();
  }

  #siblings(): Growing['node'][] {
    return this.#items.at(-1)?.node.children ?? this.#headings.at(-1)?.node.children ?? this.#roots;
  }
}

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi,
    (all: string, ten: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? all;
      const code = ten === undefined ? Number.parseInt(hex ?? '0', 16) : Number(ten);
      return code > 0 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
    },
  );
}
