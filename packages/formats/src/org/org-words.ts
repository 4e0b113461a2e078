import { parseLines, type Run } from '@bough/text';
import { markdownOfLine } from '../shared/text/markdown-of-runs.ts';
import { wordsOfRun } from '../shared/text/plain-words.ts';
import { isWebAddress } from '../shared/text/web-address.ts';

// Org's marks: *bold*, /italic/, _under_, +struck+, =verbatim=, ~code~, [[address][words]]. A mark opens behind a blank or an opening sign, and
// closes before one or at the end. A zero-width space is a blank there that nobody sees: it
// ends words where a mark has to begin, and behind a mark it makes a mere sign of it.

export const ESCAPE = '\u200b';
/** The line with which `_` and `^` are no subscripts and superscripts, and dashes stay as many as they are. */
export const PLAIN_SIGNS = '#+OPTIONS: ^:nil -:nil';
/** Words that would be otherwise without that line. */
export const HAS_SIGNS = /[_^]|--|\.{3}/;

type Dress = 'bold' | 'italic' | 'strike' | 'code';
const MARKS: Readonly<Record<string, Dress | null>> = {
  '*': 'bold',
  '/': 'italic',
  _: null,
  '+': 'strike',
  '=': 'code',
  '~': 'code',
};
const LINK = /\[\[([^[\]\n]{1,2000})\](?:\[([^\]\n]{1,2000})\])?\]/y;
/** An address, as Org sees one in words: no mark begins in it. */
const ADDRESS = /\b(?:https?|ftp):\/\/[^\s()<>[\]\u200b]*[^\s()<>[\]\u200b\p{P}\p{S}]\/?/gu;
const BEFORE = /[\s({'"\u200b-]/;
const AFTER = /[\s.,;:!?'")}\]\u200b-]/;
const PLAIN: Run = { text: '', bold: false, italic: false, strike: false, code: false, href: null };

/** Words of a line in Org as Markdown. */
export function markdownOfOrg(line: string): string {
  return markdownOfLine(runsOf(line));
}

function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  const open: { readonly mark: string; readonly end: number }[] = [];
  let text = '';
  const end = (more: Partial<Run> = {}): void => {
    const dress: Partial<Record<Dress, true>> = {};
    for (const { mark } of open) {
      const style = MARKS[mark];
      if (style !== null && style !== undefined) dress[style] = true;
    }
    if (text !== '') runs.push({ ...PLAIN, ...dress, ...more, text });
    text = '';
  };
  const ends = new Map<string, number>();
  const addresses = new Map(Array.from(line.matchAll(ADDRESS), ({ index, 0: address }) => [index, address.length]));
  for (let at = 0; at < line.length;) {
    const unit = line.charAt(at);
    const top = open.at(-1);
    if (top !== undefined && top.end === at) {
      end();
      open.pop();
      at++;
      continue;
    }
    LINK.lastIndex = at;
    const link = unit === '[' ? LINK.exec(line) : null;
    if (link !== null) {
      end();
      const [whole, to = '', label] = link;
      text = label ?? to;
      end({ href: isWebAddress(to) ? to : null });
      at += whole.length;
      continue;
    }
    if (unit === ESCAPE) {
      at++;
      continue;
    }
    const address = Math.min(addresses.get(at) ?? 0, (top?.end ?? Infinity) - at);
    if (address > 0) {
      text += line.slice(at, at + address);
      at += address;
      continue;
    }
    const closes = Object.hasOwn(MARKS, unit) && isOpening(line, at) ? endOf(line, at, unit, ends) : -1;
    if (closes >= 0 && closes < (top?.end ?? Infinity)) {
      end();
      open.push({ mark: unit, end: closes });
    } else {
      text += unit;
    }
    at++;
  }
  end();
  return runs;
}

function isOpening(line: string, at: number): boolean {
  const [before, after] = [line.charAt(at - 1), line.charAt(at + 1)];
  return (at === 0 || BEFORE.test(before)) && after !== '' && /\S/.test(after) && after !== ESCAPE;
}

/** Where the mark closes; the place is remembered, so that many marks without a partner are looked for once. */
function endOf(line: string, at: number, mark: string, ends: Map<string, number>): number {
  const known = ends.get(mark);
  if (known !== undefined && (known < 0 || known > at + 1)) return known;
  let found = -1;
  for (let end = line.indexOf(mark, at + 2); end >= 0; end = line.indexOf(mark, end + 1)) {
    const isEnd =
      /[^\s\u200b]/.test(line.charAt(end - 1)) && (end + 1 === line.length || AFTER.test(line.charAt(end + 1)));
    if (isEnd) {
      found = end;
      break;
    }
  }
  ends.set(mark, found);
  return found;
}

/** A text in Org, a line for each of its lines. */
export function orgOf(text: string): string[] {
  return parseLines(text).map(({ heading, runs }) =>
    runs
      .map((run, i) => {
        const words = wordsOfRun(run);
        const isLink = run.href !== null && !/^https?:/i.test(run.text) && /^[^\s[\]]+$/.test(run.href);
        if (isLink)
          return `[[${run.href ?? ''}][${escaped(words).replaceAll(/[[\]]/g, (unit) => (unit === '[' ? '(' : ')'))}]]`;
        return dressed({ ...run, bold: run.bold || heading > 0 }, words, runs[i - 1], runs[i + 1]);
      })
      .join(''),
  );
}

/** Blanks stand outside of marks, and a zero-width space where a mark would touch a letter. */
function dressed(run: Run, words: string, before: Run | undefined, after: Run | undefined): string {
  const core = words.trim();
  const code = run.code ? codeMarkOf(core) : '';
  const marks = [run.bold ? '*' : '', run.italic ? '/' : '', run.strike ? '+' : '', code].join('');
  if (marks === '' || core === '' || core.includes('\n')) return escaped(words);
  const [start, end] = [words.slice(0, words.indexOf(core)), words.slice(words.indexOf(core) + core.length)];
  const inside = code === '' ? escaped(core) : core;
  const first = start === '' && before !== undefined && !BEFORE.test(before.text.at(-1) ?? ' ') ? ESCAPE : '';
  const last = end === '' && after !== undefined && !AFTER.test(after.text.at(0) ?? ' ') ? ESCAPE : '';
  return `${start}${first}${marks}${inside}${marks.split('').reverse().join('')}${last}${end}`;
}

/** The mark for code that nothing in it would close; where there is none, words are no code. */
function codeMarkOf(core: string): string {
  const isSafe = (mark: string): boolean => !Array.from(core).some((unit, i) => unit === mark && isClosing(core, i));
  return ['=', '~'].find(isSafe) ?? '';
}

function isClosing(core: string, at: number): boolean {
  const after = core.charAt(at + 1);
  return at === 0 || after === '' || AFTER.test(after);
}

/** Addresses stand as they are: one with a sign that nobody sees leads nowhere. */
function escaped(words: string): string {
  let escapedWords = '';
  let at = 0;
  for (const { index, 0: address } of words.matchAll(ADDRESS)) {
    escapedWords += withoutMarks(words.slice(at, index)) + address;
    at = index + address.length;
  }
  return escapedWords + withoutMarks(words.slice(at));
}

/** Behind a sign that would be a mark, begin a symbol, a link or a date, stands a zero-width space, since what is marked begins with no blank. */
function withoutMarks(words: string): string {
  return words.replaceAll(
    /(?<=^|[\s({'"*/_+=~-])[*/_+=~](?=\S)|\[(?=\[)|<(?=[a-z]+:|\d{4}-|$)|\\(?=[A-Za-z\\([])|[<{](?=[<{])/gi,
    `$&${ESCAPE}`,
  );
}
