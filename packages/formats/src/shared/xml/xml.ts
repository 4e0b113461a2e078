import { withoutForbidden } from '../text/characters.ts';
import { FILE_LIMITS } from '../limits.ts';
import type { Reporter } from '../report.ts';
import { need } from '../unreadable.ts';
import { type Entity, readReference } from './xml-references.ts';

// Reads XML as people's programs really write it: what is well-formed is read to the letter (but for line breaks in attributes
// where they are asked for: Coggle writes them raw, and XML makes blanks of such), what is damaged is mended and told. There is no document type: a file
// that brings one is refused, so that no entity is ever expanded and nothing is fetched.

export interface XmlElement {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: XmlNode[];
}
export type XmlNode = XmlElement | string;

const NAME = /[A-Za-z_:\u0080-\uffff][-\w.:\u0080-\uffff]*/y;
const SPACE = /[ \t\r\n]*/y;
const BARE_VALUE = /[^\s"'>/]+/y;
const MANY_PARTS = 8_192;

/** The document's root element, and the elements that stand beside it where there should be one only. */
export function readXml(source: string, reporter: Reporter, keepsLineBreaks = false): readonly XmlElement[] {
  return new XmlReader(source, reporter, keepsLineBreaks).read();
}

/** The elements that stand in it, without what is between them. */
export function elementsIn(parent: XmlElement | undefined): XmlElement[] {
  return (parent?.children ?? []).filter((child) => typeof child !== 'string');
}

/** The words that stand in it, without those of its elements. */
export function wordsIn(parent: XmlElement | undefined): string {
  return (parent?.children ?? []).filter((child) => typeof child === 'string').join('');
}

class XmlReader {
  readonly #source: string;
  readonly #reporter: Reporter;
  readonly #keepsLineBreaks: boolean;
  readonly #roots: XmlElement[] = [];
  readonly #open: XmlElement[] = [];
  #at = 0;
  #nodes = 0;

  constructor(source: string, reporter: Reporter, keepsLineBreaks: boolean) {
    this.#keepsLineBreaks = keepsLineBreaks;
    this.#source = source.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
    this.#reporter = reporter;
  }

  read(): readonly XmlElement[] {
    while (this.#at < this.#source.length) {
      const next = this.#source.indexOf('<', this.#at);
      const end = next < 0 ? this.#source.length : next;
      if (end > this.#at) this.#text(this.#decode(this.#source.slice(this.#at, end)));
      this.#at = end;
      if (next >= 0) this.#markup();
    }
    for (const element of this.#open)
      this.#mended('An element that was never closed was closed at the end.', element.name);
    need(this.#roots.length > 0, 'not-this-format', 'There is no XML in it.');
    return this.#roots;
  }

  #markup(): void {
    const source = this.#source;
    const at = this.#at;
    if (source.startsWith('<!--', at)) return this.#skipPast('-->', 4);
    if (source.startsWith('<![CDATA[', at)) return this.#cdata();
    if (source.startsWith('<?', at)) return this.#skipPast('?>', 2);
    // Both spellings, and whatever else begins like a declaration: <!ENTITY, <!ELEMENT, <!DOCTYPE in any case.
    need(!source.startsWith('<!', at), 'hostile', 'It brings a document type of its own, which is never read.');
    if (source.startsWith('</', at)) return this.#endTag();
    NAME.lastIndex = at + 1;
    const name = NAME.exec(source)?.[0];
    if (name === undefined) {
      this.#mended('A < that begins no element was taken as text.', source.slice(at, at + 20));
      this.#text('<');
      this.#at = at + 1;
      return;
    }
    this.#at = at + 1 + name.length;
    this.#startTag(name);
  }

  #startTag(name: string): void {
    const element: XmlElement = { name, attributes: new Map(), children: [] };
    this.#count();
    for (;;) {
      this.#space();
      const here = this.#source[this.#at];
      if (here === undefined || here === '<') {
        this.#mended('A tag that was cut off was closed.', name);
        break;
      }
      if (here === '>') {
        this.#at++;
        break;
      }
      if (here === '/' && this.#source[this.#at + 1] === '>') {
        this.#at += 2;
        this.#attach(element);
        return;
      }
      this.#attribute(element);
    }
    this.#attach(element);
    this.#open.push(element);
    need(this.#open.length <= FILE_LIMITS.depth, 'too-large', 'It is nested deeper than is read.');
  }

  #attribute(element: XmlElement): void {
    NAME.lastIndex = this.#at;
    const name = NAME.exec(this.#source)?.[0];
    if (name === undefined) {
      this.#mended('A stray character inside a tag was left out.', element.name);
      this.#at++;
      return;
    }
    this.#at += name.length;
    this.#space();
    let value = '';
    if (this.#source[this.#at] === '=') {
      this.#at++;
      this.#space();
      value = this.#attributeValue(element);
    } else {
      this.#mended('An attribute without a value got an empty one.', name);
    }
    if (element.attributes.has(name)) this.#mended('Of an attribute that was there twice the first one counts.', name);
    else element.attributes.set(name, value);
    need(
      element.attributes.size <= FILE_LIMITS.attributes,
      'too-large',
      'An element has more attributes than are read.',
    );
  }

  #attributeValue(element: XmlElement): string {
    const quote = this.#source[this.#at];
    if (quote === '"' || quote === "'") {
      const end = this.#source.indexOf(quote, this.#at + 1);
      const stop = end < 0 ? this.#source.length : end;
      if (end < 0) this.#mended('A quote that was never closed was closed at the end.', element.name);
      const raw = this.#source.slice(this.#at + 1, stop);
      const value = this.#decode(this.#keepsLineBreaks ? raw : raw.replaceAll(/[\n\t]/g, ' '));
      this.#at = stop + 1;
      return value;
    }
    BARE_VALUE.lastIndex = this.#at;
    const bare = BARE_VALUE.exec(this.#source)?.[0] ?? '';
    this.#mended('A value without quotes was read as if it had them.', bare);
    this.#at += bare.length;
    return this.#decode(bare);
  }

  #endTag(): void {
    NAME.lastIndex = this.#at + 2;
    const name = NAME.exec(this.#source)?.[0] ?? '';
    const end = this.#source.indexOf('>', this.#at);
    this.#at = end < 0 ? this.#source.length : end + 1;
    const depth = this.#open.findLastIndex((element) => element.name === name);
    if (depth < 0) {
      this.#mended('The end of an element that had not begun was left out.', name);
      return;
    }
    for (const left of this.#open.splice(depth).slice(1)) {
      this.#mended('An element was closed where the one around it ended.', left.name);
    }
  }

  #cdata(): void {
    const end = this.#source.indexOf(']]>', this.#at);
    if (end < 0) this.#mended('A CDATA section was closed at the end.', '');
    this.#text(this.#clean(this.#source.slice(this.#at + 9, end < 0 ? undefined : end)));
    this.#at = end < 0 ? this.#source.length : end + 3;
  }

  #skipPast(end: string, from: number): void {
    const at = this.#source.indexOf(end, this.#at + from);
    if (at < 0) this.#mended('A comment was closed at the end.', '');
    this.#at = at < 0 ? this.#source.length : at + end.length;
  }

  #text(text: string): void {
    const into = this.#open.at(-1);
    if (into === undefined) {
      if (text.replace('\ufeff', '').trim() !== '') this.#mended('Text outside of all elements was left out.', text);
      return;
    }
    const last = into.children.at(-1);
    if (typeof last === 'string') {
      into.children[into.children.length - 1] = last + text;
    } else {
      this.#count();
      into.children.push(text);
    }
  }

  #attach(element: XmlElement): void {
    (this.#open.at(-1)?.children ?? this.#roots).push(element);
  }

  #decode(raw: string): string {
    if (!raw.includes('&')) return this.#clean(raw);
    let text = '';
    let parts: string[] = [];
    let from = 0;
    for (let at = raw.indexOf('&'); at >= 0; at = raw.indexOf('&', from)) {
      const found: Entity | null = readReference(raw, at);
      parts.push(raw.slice(from, at), found?.text ?? '&');
      // Strings that grow letter by letter take many times the memory of what they say.
      if (parts.length > MANY_PARTS) {
        text += parts.join('');
        parts = [];
      }
      from = at + (found?.length ?? 1);
      if (found === null) this.#mended('An & that stands for nothing was taken as text.', raw.slice(at, at + 20));
    }
    return this.#clean(text + parts.join('') + raw.slice(from));
  }

  #clean(text: string): string {
    const clean = withoutForbidden(text).toWellFormed();
    if (clean !== text) this.#mended('Control characters were left out.', clean);
    return clean;
  }

  #space(): void {
    SPACE.lastIndex = this.#at;
    this.#at += SPACE.exec(this.#source)?.[0].length ?? 0;
  }

  #count(): void {
    need(++this.#nodes <= FILE_LIMITS.nodes, 'too-large', 'It has more elements than are read.');
  }

  #mended(what: string, example: string): void {
    this.#reporter.note('repaired', what, example);
  }
}
