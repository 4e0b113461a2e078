import { markdownOf } from '../shared/text/html-to-markdown.ts';
import { markdownOfWords } from '../shared/text/inline-markdown.ts';
import { paragraphsOf } from '../shared/text/markdown-to-html.ts';
import type { Reporter } from '../shared/report.ts';
import { elementsIn, wordsIn, type XmlElement } from '../shared/xml/xml.ts';
import { pushAll } from '../shared/push-all.ts';

// A rich text is HTML. In older files of Bough each paragraph is one line of Markdown, to be taken literally; they say so.

/** The words of a rich text as Markdown. */
export function plainOrMarkdown(content: XmlElement, reporter: Reporter): string {
  if (content.attributes.get('X_BOUGH') === 'lines') return paragraphs(content).join('\n');
  const image = find(content, 'img');
  if (image !== null) reporter.note('kept', 'A picture that is not in the file itself.', image.attributes.get('src'));
  const plain = find(content, 'text');
  if (plain !== null && find(content, 'html') === null) {
    const words = wordsIn(plain).trim();
    return content.attributes.get('CONTENT-TYPE') === 'plain/markdown' ? words : markdownOfWords(words);
  }
  return markdownOf(content);
}

/** The words as a rich text of this type. */
export function richContent(type: string, words: string): string {
  return `<richcontent TYPE="${type}"><html><head/><body>${paragraphsOf(words)}</body></html></richcontent>`;
}

function paragraphs(content: XmlElement): string[] {
  const lines: string[] = [];
  const work = [content];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    if (next.name === 'p') lines.push(wordsIn(next));
    else pushAll(work, elementsIn(next).toReversed());
  }
  return lines;
}

/** The first element of that name in it. */
function find(root: XmlElement, name: string): XmlElement | null {
  for (const { element } of findEach(root, name)) return element;
  return null;
}

/** The elements of that name in it, as they stand there, each with the one around it. */
export function* findEach(root: XmlElement, name: string): Generator<Found> {
  const work: Found[] = [{ element: root, around: root }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { element } = next;
    if (element.name.toLowerCase() === name) yield next;
    pushAll(
      work,
      elementsIn(element)
        .map((inside) => ({ element: inside, around: element }))
        .toReversed(),
    );
  }
}

interface Found {
  readonly element: XmlElement;
  readonly around: XmlElement;
}
