import { finder, parseLines, type Run } from '@bough/text';
import { characterOf } from '../shared/text/characters.ts';
import { markdownOfLine } from '../shared/text/markdown-of-runs.ts';
import { wordsOfRun } from '../shared/text/plain-words.ts';

// Creole, the markup of words in PlantUML: **bold**, //italic//, ""code"", --struck--, __under__, ~~waved~~, tags, [[links]], <U+0041>, and ~
// before a mark that stands for itself. What Bough has no dress for loses it and keeps its words.

const MARKS: Readonly<Record<string, keyof Dress | null>> = {
  '**': 'bold',
  '//': 'italic',
  '--': 'strike',
  '""': 'code',
  __: null,
  '~~': null,
};
const TAGS: Readonly<Record<string, keyof Dress>> = { b: 'bold', i: 'italic', s: 'strike' };
const TAG = /<(\/?)(b|i|s|u|w|plain|code|color|back|size|font)(?::[^<>\n]{0,60})?>/iy;
const UNICODE = /<U\+([0-9a-f]{4,6})>|&#(\d{1,7});/iy;
const LINK = /\[\[(\S{1,2000}?)(?:\{[^{}\n]*\})?(?: ([^\]\n]{1,2000}))?\]\]/y;
const LONGEST_LINK = 4_100;

interface Dress {
  bold: boolean;
  italic: boolean;
  strike: boolean;
  code: boolean;
}

/** Words in Creole as Markdown; each line for itself. */
export function markdownOfCreole(words: string): string {
  return words
    .split('\n')
    .map((line) => markdownOfLine(runsOf(line.trim())))
    .join('\n');
}

function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  const dress: Dress = { bold: false, italic: false, strike: false, code: false };
  let text = '';
  const end = (href: string | null = null): void => {
    if (text !== '') runs.push({ ...dress, text, href });
    text = '';
  };
  const closeFrom = finder(line, ']]');
  for (let at = 0; at < line.length;) {
    const pair = line.slice(at, at + 2);
    if (pair[0] === '~' && pair !== '~~' && at + 1 < line.length) {
      text += line.charAt(at + 1);
      at += 2;
      continue;
    }
    const character = matched(UNICODE, line, at);
    if (character !== null) {
      const [whole, hex, decimal] = character;
      text += characterOf(hex === undefined ? Number(decimal) : parseInt(hex, 16));
      at += whole.length;
      continue;
    }
    const tag = matched(TAG, line, at);
    if (tag !== null) {
      const style = TAGS[(tag[2] ?? '').toLowerCase()];
      end();
      if (style !== undefined) dress[style] = tag[1] === '';
      at += tag[0].length;
      continue;
    }
    const link = pair === '[[' && closeFrom(at) - at <= LONGEST_LINK ? matched(LINK, line, at) : null;
    if (link !== null) {
      end();
      const [whole, address = '', label] = link;
      text = label ?? address;
      end(/^(?:https?:\/\/|mailto:)/i.test(address) ? address : null);
      at += whole.length;
      continue;
    }
    const style = Object.hasOwn(MARKS, pair) ? MARKS[pair] : undefined;
    if (style !== undefined && isMark(line, at, pair, style !== null && dress[style])) {
      end();
      if (style !== null) dress[style] = !dress[style];
      at += 2;
      continue;
    }
    text += line.charAt(at);
    at++;
  }
  end();
  return runs;
}

/** A mark opens where the same stands later, and never inside of an address. */
function isMark(line: string, at: number, pair: string, isOpen: boolean): boolean {
  if (isOpen) return true;
  if (pair === '//' && line.charAt(at - 1) === ':') return false;
  if (pair === '--' && /-/.test(line.charAt(at - 1) + line.charAt(at + 2))) return false;
  const next = line.indexOf(pair, at + 2);
  if (next <= at + 2) return false;
  return !(pair === '~~' || pair === '__') || /\S/.test(line.charAt(at + 2));
}

function matched(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(line);
}

/** An item's text in Creole, a line for each of its lines. */
export function creoleOf(text: string): string[] {
  return parseLines(text).map(({ heading, runs }) =>
    runs
      .map((run) => {
        const words = escaped(wordsOfRun(run));
        let made = words;
        if (run.code) made = `<font:monospaced>${made}</font>`;
        if (run.strike) made = `<s>${made}</s>`;
        if (run.italic) made = `<i>${made}</i>`;
        if (run.bold || heading > 0) made = `<b>${made}</b>`;
        const isLink = run.href !== null && !/^https?:/i.test(run.text) && /^[^\s\]{}]+$/.test(run.href);
        return isLink ? `[[${uncalled(run.href ?? '')} ${words}]]` : made;
      })
      .join(''),
  );
}

/** PlantUML calls what looks like a function of its own wherever it stands. */
function uncalled(address: string): string {
  return address.replaceAll(/(%[a-z_]\w*)\(/gi, '$1%28');
}

/** Words that stand for themselves: what is a mark in Creole, ends an item or the map, or is run, is written by its number. */
function escaped(words: string): string {
  const written = words.replaceAll(/[~<>[\]{}\\;&|\u2013]|\*(?=\*)|(?<=\*)\*|(?<!:)\/(?=\/)|(?<=(?<!:)\/)\/|-(?=-)|(?<=-)-|"(?=")|(?<=")"|_(?=_)|(?<=_)_|%(?=[a-zA-Z_])|^[ \t:_#*=+.'!@/-]|[\u00a0\u2028\u2029\t]|^(?=$)/g, (unit) => {
    const code = (unit === '' ? '\u00a0' : unit).charCodeAt(0);
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  }); // prettier-ignore
  // Even then a backslash and a t are a tab, unless something stands between them.
  return written.replaceAll('<U+005C>t', '<U+005C><size:14>t</size>');
}
