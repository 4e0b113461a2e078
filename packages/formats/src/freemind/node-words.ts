import { dressed, markdownOfWords, wholeStyle } from '../shared/text/inline-markdown.ts';
import { markdownOf } from '../shared/text/html-to-markdown.ts';
import { Reporter } from '../shared/report.ts';
import { plainWords } from '../shared/text/plain-words.ts';
import { attributesText, elementText } from '../shared/xml/write-xml.ts';
import { tryHtml, tryXml } from '../shared/xml/try-xml.ts';
import type { XmlElement } from '../shared/xml/xml.ts';
import { plainOrMarkdown, richContent } from './rich-content.ts';

// The words of a node: plain ones are its TEXT, ones that are all bold or italic have a font, others are rich. Reading and
// writing stand here together: what is written is read again, and only where that is not the text is more said of it.

/** What of a node says its words. */
export interface NodeParts {
  /** The attribute; undefined where the words are rich. */
  readonly text: string | undefined;
  readonly rich: XmlElement | undefined;
  readonly font: XmlElement | undefined;
}

/** The words as Markdown. In Coggle's files, and in older ones of Bough, the attribute is Markdown already. */
export function textOfNode({ text = '', rich, font }: NodeParts, isMarkdown: boolean, reporter: Reporter): string {
  const words = rich === undefined ? attributeWords(text, isMarkdown, reporter) : plainOrMarkdown(rich, reporter);
  return dressed(words, font?.attributes.get('BOLD') === 'true', font?.attributes.get('ITALIC') === 'true');
}

/** Old files write rich texts as a text that begins with <html>; Markdown that begins so is words. */
function attributeWords(text: string, isMarkdown: boolean, reporter: Reporter): string {
  if (isMarkdown) return text;
  const root = /^\s*<html/i.test(text) ? tryHtml(text, reporter) : undefined;
  if (root !== undefined) return markdownOf(root);
  return markdownOfWords(text);
}

/** The rich text that a node of an old file has as its TEXT, with pictures and all: as if it stood there as such. */
export function richOfText(
  { attributes, children }: XmlElement,
  isMarkdown: boolean,
  reporter: Reporter,
): readonly XmlElement[] {
  const text = attributes.get('TEXT') ?? '';
  if (isMarkdown || !/^\s*<html/i.test(text) || children.some(isRichNode)) return [];
  const root = tryHtml(text, reporter);
  return root === undefined ? [] : [{ name: 'richcontent', attributes: new Map([['TYPE', 'NODE']]), children: [root] }];
}

function isRichNode(child: XmlElement | string): boolean {
  return typeof child !== 'string' && child.name === 'richcontent' && child.attributes.get('TYPE') === 'NODE';
}

/** Words that Freeplane would work out, or take the first sign of. */
const WORKED_OUT = /^(?:=.|')/s;

/** Words as Freeplane shows them: behind an apostrophe they stand for themselves, whatever they begin with. */
export function asShown(words: string): string {
  return WORKED_OUT.test(words) ? `'${words}` : words;
}

/** What Freeplane shows of words that are no formula. */
export function shownOf(words: string): string {
  return words.startsWith("'") ? words.slice(1) : words;
}

/** A node's words as they are written. */
export interface WrittenWords {
  readonly text: string | undefined;
  /** Where all words lead, when the item itself leads nowhere. */
  readonly link: string | null;
  /** Font and rich text. */
  readonly elements: string;
  /** Whether reading gives the very text back. */
  readonly isWhole: boolean;
}

const QUIET = new Reporter();

/** The words of an item, as fonts, rich text and links; `kept` are the elements that its file had. */
export function writtenWords(
  text: string,
  kept: readonly string[],
  { canLink, isFreeplane }: { readonly canLink: boolean; readonly isFreeplane: boolean },
): WrittenWords {
  const read = (parts: NodeParts): string => {
    const words = textOfNode(parts, false, QUIET);
    return isFreeplane && parts.rich !== undefined ? shownOf(words) : words;
  };
  const rich = elementOf(kept.find((element) => element.startsWith('<richcontent') && isOfType(element, 'NODE')));
  const font = elementOf(kept.find((element) => element.startsWith('<font')));
  const isAsItWas = rich !== undefined && read({ text: undefined, rich, font }) === text;
  if (isAsItWas) {
    return { text: undefined, link: null, elements: textOf(font) + textOf(rich), isWhole: true };
  }
  const style = wholeStyle(text);
  // Words that begin so are markup to Freeplane and FreeMind.
  if (style === null || /^\s*<html/i.test(style.words) || (style.href !== null && !canLink)) {
    const plain = fontWith(font, false, false);
    const written = richContent('NODE', isFreeplane && WORKED_OUT.test(plainWords(text)) ? `'${text}` : text);
    const isWhole = read({ text: undefined, rich: elementOf(written), font: plain }) === text;
    return { text: undefined, link: null, elements: textOf(plain) + written, isWhole };
  }
  const isFontSame = textOfNode({ text: style.words, rich: undefined, font }, false, QUIET) === text;
  const own = isFontSame ? font : fontWith(font, style.bold, style.italic);
  const isWhole = textOfNode({ text: style.words, rich: undefined, font: own }, false, QUIET) === text;
  return { text: style.words, link: style.href, elements: textOf(own), isWhole };
}

/** Whether the element is one that says a node's words. */
export function saysWords(element: string): boolean {
  return element.startsWith('<font') || (element.startsWith('<richcontent') && isOfType(element, 'NODE'));
}

/** Whether a rich text, as it is kept, is of this type. */
export function isOfType(element: string, type: string): boolean {
  return elementHead(element).includes(` TYPE="${type}"`);
}

function elementHead(element: string): string {
  return element.slice(0, element.indexOf('>') + 1);
}

/** The element that a kept text is; undefined for one that nobody could have read. */
export function elementOf(text: string | undefined): XmlElement | undefined {
  return text === undefined ? undefined : tryXml(text);
}

/** A font with or without bold and italic; undefined where nothing is left of it. */
export function fontWith(font: XmlElement | undefined, bold: boolean, italic: boolean): XmlElement | undefined {
  const attributes = new Map(font?.attributes);
  for (const [name, isSet] of [['BOLD', bold], ['ITALIC', italic]] as const) {
    if (isSet) attributes.set(name, 'true');
    else if (attributes.get(name) === 'true') attributes.delete(name);
  } // prettier-ignore
  return attributes.size === 0 ? undefined : { name: 'font', attributes, children: [] };
}

function textOf(element: XmlElement | undefined): string {
  if (element === undefined) return '';
  return element.children.length === 0
    ? `<${element.name}${attributesText(element.attributes)}/>`
    : elementText(element);
}
