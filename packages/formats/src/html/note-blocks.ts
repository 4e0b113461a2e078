import { escapeAttribute, escapeText } from '../shared/xml/write-xml.ts';
import { markdownOf } from '../shared/text/html-to-markdown.ts';
import { paragraphsOf } from '../shared/text/markdown-to-html.ts';
import { elementsIn, type XmlElement } from '../shared/xml/xml.ts';
import { MARKS } from './own-marks.ts';
import { parseHtml } from './parse-html.ts';

// A note as it reads on the map: each line a paragraph, rows as lists, and code between fences as it stands. What would not come back as it
// was stands beside the words, in an attribute that counts as long as nobody has changed them.

const ROW = /^(?:\s*)(?:([-*+•])|(\d{1,3})[.)])\s+(.*)$/u;
const FENCE = /^\s*```/;
const SOURCE = 'data-note';

/** The note's element; nothing where there is no note. */
export function noteElement(note: string): string {
  if (note === '') return '';
  const blocks = blocksOf(note.split('\n'));
  const plain = `<div class="${MARKS.note}">${blocks}</div>`;
  if (noteIn(plain) === note) return plain;
  return `<div class="${MARKS.note}" ${SOURCE}="${escapeAttribute(note)}">${blocks}</div>`;
}

/** The note that Bough's own element holds. */
export function noteOf(element: XmlElement): string {
  const source = element.attributes.get(SOURCE);
  const said = markdownOf(element);
  return source !== undefined && said === markdownOf(parseHtml(blocksOf(source.split('\n')))) ? source : said;
}

function noteIn(html: string): string {
  const [element] = elementsIn(parseHtml(html));
  return element === undefined ? '' : noteOf(element);
}

function blocksOf(lines: readonly string[]): string {
  let html = '';
  let list = '';
  const lastFence = lines.findLastIndex((line) => FENCE.test(line));
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, bullet, number, words = ''] = ROW.exec(line) ?? [];
    const wanted = bullet === undefined ? (number === undefined ? '' : 'ol') : 'ul';
    if (list !== wanted && list !== '') html += `</${list}>`;
    if (list !== wanted && wanted !== '') html += wanted === 'ul' ? '<ul>' : `<ol start="${Number(number)}">`;
    list = wanted;
    let end = at < lastFence && FENCE.test(line) ? at + 1 : -1;
    while (end > at && !FENCE.test(lines[end] ?? '')) end++;
    if (wanted !== '') html += `<li>${paragraphsOf(words).replaceAll(/<\/?(?:p|h[1-3])>/g, '')}</li>`;
    else if (end > at) {
      html += `<pre>${escapeText(lines.slice(at + 1, end).join('\n'))}</pre>`;
      at = end;
    } else html += paragraphsOf(line);
  }
  return list === '' ? html : `${html}</${list}>`;
}
