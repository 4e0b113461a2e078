import { FILE_LIMITS } from '../shared/limits.ts';
import { withoutForbidden } from '../shared/text/characters.ts';
import { need } from '../shared/unreadable.ts';
import { readReference } from '../shared/xml/xml-references.ts';
import type { XmlElement } from '../shared/xml/xml.ts';

// HTML as programs write it, into the same elements that XML is read into: names in lower case, elements without ends, ends that are left out.
// Nothing of it is run or fetched. Declarations are passed over: in HTML they name no entities.

const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);
const RAW = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'iframe', 'svg', 'math', 'template']);
/** What ends where such an element begins, up to what holds it. */
const ENDS: Readonly<Record<string, { readonly ends: readonly string[]; readonly within: readonly string[] }>> = {
  li: { ends: ['li'], within: ['ul', 'ol', 'menu'] },
  dt: { ends: ['dt', 'dd'], within: ['dl'] },
  dd: { ends: ['dt', 'dd'], within: ['dl'] },
  tr: { ends: ['tr', 'td', 'th'], within: ['table'] },
  td: { ends: ['td', 'th'], within: ['tr', 'table'] },
  th: { ends: ['td', 'th'], within: ['tr', 'table'] },
  option: { ends: ['option'], within: ['select'] },
};
const ENDS_PARAGRAPH = new Set(['p', 'ul', 'ol', 'dl', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'pre', 'blockquote', 'section', 'article', 'details', 'hr', 'li', 'dt', 'dd']); // prettier-ignore
const NAME = /[A-Za-z][^\s/>]*/y;
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;

/** The document as one element whose name is `html`. */
export function parseHtml(source: string): XmlElement {
  return new HtmlParser(source.replaceAll(/\r\n?/g, '\n')).parse();
}

class HtmlParser {
  readonly #source: string;
  readonly #root: XmlElement = { name: '#document', attributes: new Map(), children: [] };
  readonly #open: XmlElement[] = [this.#root];
  /** How many elements of each name are open: an end that ends nothing is known without looking for it. */
  readonly #counts = new Map<string, number>();
  #at = 0;
  #nodes = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): XmlElement {
    const source = this.#source;
    while (this.#at < source.length) {
      const next = source.indexOf('<', this.#at);
      const end = next < 0 ? source.length : next;
      if (end > this.#at) this.#text(source.slice(this.#at, end));
      this.#at = end;
      if (next >= 0) this.#markup();
    }
    return this.#root;
  }

  #markup(): void {
    const source = this.#source;
    const at = this.#at;
    if (source.startsWith('<!--', at)) return this.#skipPast('-->', 4);
    if (/[!?]/.test(source[at + 1] ?? '')) return this.#skipPast('>', 2);
    const isEnd = source[at + 1] === '/';
    NAME.lastIndex = at + (isEnd ? 2 : 1);
    const name = NAME.exec(source)?.[0].toLowerCase();
    if (name === undefined) {
      this.#text('<');
      this.#at = at + 1;
      return;
    }
    this.#at = at + (isEnd ? 2 : 1) + name.length;
    if (!isEnd) return this.#start(name);
    this.#skipPast('>', 0);
    this.#end(name);
  }

  #start(name: string): void {
    const element: XmlElement = { name, attributes: new Map(), children: [] };
    this.#count();
    for (;;) {
      ATTRIBUTE.lastIndex = this.#at;
      const found = ATTRIBUTE.exec(this.#source);
      if (found === null) break;
      this.#at += found[0].length;
      const [, key = '', double, single, bare] = found;
      need(
        element.attributes.size < FILE_LIMITS.attributes,
        'too-large',
        'An element has more attributes than are read.',
      );
      if (!element.attributes.has(key.toLowerCase()))
        element.attributes.set(key.toLowerCase(), decoded(double ?? single ?? bare ?? ''));
    }
    const close = this.#source.indexOf('>', this.#at);
    const isClosed = this.#source.slice(this.#at, close + 1).includes('/>');
    this.#at = close < 0 ? this.#source.length : close + 1;
    this.#endBefore(name);
    this.#open.at(-1)?.children.push(element);
    if (VOID.has(name)) return;
    if (RAW.has(name)) return this.#raw(element, name);
    if (isClosed && this.#source.startsWith('<?xml')) return;
    this.#open.push(element);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    // A level of a list is several elements.
    need(this.#open.length <= 4 * FILE_LIMITS.depth, 'too-large', 'It is nested deeper than is read.');
  }

  /** Ends what the next element may not stand in. */
  #endBefore(name: string): void {
    if (ENDS_PARAGRAPH.has(name) && this.#open.at(-1)?.name === 'p') this.#pop();
    const rule = Object.hasOwn(ENDS, name) ? ENDS[name] : undefined;
    if (rule === undefined || rule.ends.every((one) => (this.#counts.get(one) ?? 0) === 0)) return;
    const at = this.#open.findLastIndex((one) => rule.ends.includes(one.name) || rule.within.includes(one.name));
    if (at > 0 && rule.ends.includes(this.#open[at]?.name ?? '')) while (this.#open.length > at) this.#pop();
  }

  #end(name: string): void {
    if ((this.#counts.get(name) ?? 0) === 0) return;
    const at = this.#open.findLastIndex((one) => one.name === name);
    while (this.#open.length > at) this.#pop();
  }

  #pop(): void {
    const gone = this.#open.pop();
    if (gone !== undefined) this.#counts.set(gone.name, (this.#counts.get(gone.name) ?? 1) - 1);
  }

  /** What has other words than HTML ends at its own end only. */
  #raw(element: XmlElement, name: string): void {
    const end = new RegExp(`</${name}\\b[^>]*>`, 'gi');
    end.lastIndex = this.#at;
    const found = end.exec(this.#source);
    const words = this.#source.slice(this.#at, found?.index ?? this.#source.length);
    if (name === 'title') element.children.push(decoded(words));
    this.#at = found === null ? this.#source.length : found.index + found[0].length;
  }

  #text(raw: string): void {
    const into = this.#open.at(-1) ?? this.#root;
    const words = decoded(raw);
    const last = into.children.at(-1);
    if (typeof last === 'string') into.children[into.children.length - 1] = last + words;
    else {
      this.#count();
      into.children.push(words);
    }
  }

  #skipPast(end: string, from: number): void {
    const at = this.#source.indexOf(end, this.#at + from);
    this.#at = at < 0 ? this.#source.length : at + end.length;
  }

  #count(): void {
    need(++this.#nodes <= FILE_LIMITS.nodes, 'too-large', 'It has more elements than are read.');
  }
}

function decoded(raw: string): string {
  if (!raw.includes('&')) return withoutForbidden(raw).toWellFormed();
  const parts: string[] = [];
  let from = 0;
  for (let at = raw.indexOf('&'); at >= 0; at = raw.indexOf('&', Math.max(from, at + 1))) {
    const found = readReference(raw, at);
    if (found === null) continue;
    parts.push(raw.slice(from, at), found.text);
    from = at + found.length;
  }
  return withoutForbidden(parts.join('') + raw.slice(from)).toWellFormed();
}
