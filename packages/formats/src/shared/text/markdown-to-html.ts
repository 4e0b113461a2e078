import { parseLines, type Run } from '@bough/text';
import { wordsOfRun } from './plain-words.ts';
import { escapeAttribute, escapeText } from '../xml/write-xml.ts';

/** A text's lines as paragraphs of well-formed HTML, as rich texts of other programs have them. */
export function paragraphsOf(text: string): string {
  return parseLines(text)
    .map(({ heading, runs }) => {
      const name = heading === 0 ? 'p' : `h${heading}`;
      return `<${name}>${htmlOf(runs)}</${name}>`;
    })
    .join('');
}

function htmlOf(runs: readonly Run[]): string {
  let html = '';
  let isAfterSpace = true;
  for (const run of runs) {
    const words = wordsOfRun(run);
    html += dress(run, escapeText(spaced(words, isAfterSpace)));
    isAfterSpace = words.endsWith(' ');
  }
  return html;
}

function dress({ text, bold, italic, strike, code, href }: Run, words: string): string {
  let html = words;
  if (code) html = `<code>${html}</code>`;
  if (strike) html = `<strike>${html}</strike>`;
  if (italic) html = `<i>${html}</i>`;
  if (bold) html = `<b>${html}</b>`;
  // An address that stands as such is one without being told.
  return href === null || /^https?:/i.test(text) ? html : `<a href="${escapeAttribute(href)}">${html}</a>`;
}

/** HTML shows one of several blanks, and none at the beginning of a line. */
function spaced(words: string, isAfterSpace: boolean): string {
  return (isAfterSpace ? words.replace(/^ /, '\u00a0') : words)
    .replaceAll('  ', ' \u00a0')
    .replaceAll('\t', ' \u00a0 ');
}
