import { markdownOf } from '../shared/html-to-markdown.ts';
import { markdownOfWords } from '../shared/inline-markdown.ts';
import { paragraphsOf } from '../shared/markdown-to-html.ts';
import type { Reporter } from '../shared/report.ts';
import type { XmlElement, XmlNode } from '../shared/xml.ts';

// A rich text is HTML. In older files of Bough each paragraph is one line of Markdown, to be taken literally; they say so.

/** The words of a rich text as Markdown. */
export function plainOrMarkdown(content: XmlElement, reporter: Reporter): string {
  if (content.attributes.get('X_BOUGH') === 'lines') return paragraphs(content).join('\n');
  const image = find(content, 'img');
  if (image !== null) reporter.note('kept', 'A picture that is not in the file itself.', image.attributes.get('src'));
  const plain = find(content, 'text');
  if (plain !== null && find(content, 'html') === null) return markdownOfWords(textOf(plain).trim());
  return markdownOf(content);
}

/** The words as a rich text of this type. */
export function richContent(type: string, words: string): string {
  return `<richcontent TYPE="${type}"><html><head/><body>${paragraphsOf(words)}</body></html></richcontent>`;
}

function paragraphs(content: XmlElement): string[] {
  const lines: string[] = [];
  const work: XmlNode[] = [content];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (typeof next === 'string') continue;
    if (next.name === 'p') lines.push(textOf(next));
    else work.push(...next.children.toReversed());
  }
  return lines;
}

function textOf(element: XmlElement): string {
  return element.children.filter((child) => typeof child === 'string').join('');
}

function find(root: XmlElement, name: string): XmlElement | null {
  const work: XmlNode[] = [root];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (typeof next === 'string') continue;
    if (next.name.toLowerCase() === name) return next;
    work.push(...next.children.toReversed());
  }
  return null;
}
