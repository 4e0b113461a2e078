import { finder } from './finder.ts';
import { parseHref } from './href.ts';

// Inline Markdown, as much as an item's words need: **bold**, __bold__, *italic*, _italic_, ~~strike~~, `code`,
// $formula$, $$formula$$, [words](address), bare http(s) addresses, and # ## ### at the start of a line. Marks without a partner are plain text, and
// so is every kind of HTML. One pass with a stack of open marks: the cost grows with the text, whatever the text.

/** A stretch of one style; its text holds no line break and none of the marks. */
export interface Run {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly strike: boolean;
  readonly code: boolean;
  /** http, https or mailto, parsed. */
  readonly href: string | null;
  /** Its text is TeX: a formula in the line, or one as large as one that stands alone. Absent: words. */
  readonly formula?: 'line' | 'block';
}
/** One line of the source. `heading` is 0 for none, else 1 to 3. */
export interface SourceLine {
  readonly heading: 0 | 1 | 2 | 3;
  readonly runs: readonly Run[];
}

const SPECIAL = /[*_~`[\\#<$]|https?:\/\//;
const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
const HEADING = /^(#{1,3})[ \t]+/;
const ADDRESS = /https?:\/\/[^\s<>"'`]{1,2048}/iy;
/** What an address does not end with: it belongs to the sentence around it. */
const NOT_LAST = new Set('.,;:!?)]}*_~');
const LONGEST_LABEL = 500;
const LONGEST_ADDRESS = 2048;
const LONGEST_FORMULA = 2000;

type Mark = '**' | '*' | '~~';
interface Open {
  readonly mark: Mark;
  readonly written: string;
  readonly token: number;
}
interface Token {
  formula?: 'line' | 'block';
  text: string;
  on: Mark | null;
  off: Mark | null;
  code: boolean;
  href: string | null;
}

/** The lines of the source as styled runs. An empty line has no runs. */
export function parseLines(source: string): SourceLine[] {
  return source.split(LINE_END).map(parseLine);
}

/** The lines of the source as they are written, without styles. */
export function writtenLines(source: string): SourceLine[] {
  return source.split(LINE_END).map((line) => ({ heading: 0, runs: line === '' ? [] : [plain(line)] }));
}

function parseLine(line: string): SourceLine {
  if (!SPECIAL.test(line)) return { heading: 0, runs: line === '' ? [] : [plain(line)] };
  const heading = HEADING.exec(line);
  const level = heading?.[1]?.length ?? 0;
  const rest = heading === null ? line : line.slice(heading[0].length);
  return { heading: level === 1 || level === 2 || level === 3 ? level : 0, runs: styled(tokenize(rest, true)) };
}

function plain(text: string): Run {
  return { text, bold: false, italic: false, strike: false, code: false, href: null };
}

function tokenize(line: string, withLinks: boolean): Token[] {
  const tokens: Token[] = [];
  const open: Open[] = [];
  let from = 0;
  let at = 0;
  const [bracketFrom, parenFrom] = [finder(line, ']'), finder(line, ')')];
  const linkFrom = (start: number) => linkAt(line, start, bracketFrom(start), parenFrom);
  const flush = (to: number): void => {
    if (to > from) tokens.push(word(line.slice(from, to)));
  };
  const skip = (to: number): void => {
    at = to;
    from = to;
  };
  while (at < line.length) {
    const c = line.charAt(at);
    if (c === '\\' && /[\\*_~`[\]()#<>$]/.test(line.charAt(at + 1))) {
      flush(at);
      tokens.push(word(line.charAt(at + 1)));
      skip(at + 2);
    } else if (c === '`' && line.indexOf('`', at + 1) > at + 1) {
      const end = line.indexOf('`', at + 1);
      flush(at);
      tokens.push({ ...word(line.slice(at + 1, end)), code: true });
      skip(end + 1);
    } else if (c === '$' && formulaAt(line, at) !== null) {
      const formula = formulaAt(line, at);
      flush(at);
      if (formula !== null) {
        tokens.push({ ...word(formula.source), formula: formula.kind });
        skip(formula.end);
      }
    } else if (withLinks && c === '[' && linkFrom(at) !== null) {
      const link = linkFrom(at);
      flush(at);
      if (link !== null) {
        for (const token of tokenize(link.label, false)) tokens.push({ ...token, href: link.href });
        skip(link.end);
      }
    } else if (withLinks && (c === 'h' || c === 'H') && addressAt(line, at) !== '') {
      const address = addressAt(line, at);
      flush(at);
      tokens.push({ ...word(address), href: parseHref(address) });
      skip(at + address.length);
    } else if (c === '*' || c === '_' || (c === '~' && line.charAt(at + 1) === '~')) {
      const written = c !== '~' && line.charAt(at + 1) !== c ? c : c + c;
      flush(at);
      markAt(line, at, written, tokens, open);
      skip(at + written.length);
    } else at++;
  }
  flush(line.length);
  return tokens;
}

function word(text: string): Token {
  return { text, on: null, off: null, code: false, href: null };
}

/** A mark closes the nearest open one of its kind, else opens one, else is text. What stood open inside a closed pair is text. */
function markAt(line: string, at: number, written: string, tokens: Token[], open: Open[]): void {
  const before = line.charAt(at - 1);
  const after = line.charAt(at + written.length);
  const inside = written.startsWith('_') && isWordy(before) && isWordy(after);
  const mark: Mark = written.length === 1 ? '*' : written === '~~' ? '~~' : '**';
  const token = word(written);
  tokens.push(token);
  if (inside) return;
  if (before !== '' && !/\s/.test(before)) {
    const partner = open.findLastIndex((one) => one.written === written);
    const opened = open[partner];
    const opener = opened === undefined ? undefined : tokens[opened.token];
    if (opened !== undefined && opener !== undefined && opened.token < tokens.length - 2) {
      opener.text = '';
      opener.on = mark;
      token.text = '';
      token.off = mark;
      open.length = partner;
      return;
    }
  }
  // A bounded stack: marks beyond it are text.
  if (after !== '' && !/\s/.test(after) && open.length < 64) open.push({ mark, written, token: tokens.length - 1 });
}

function isWordy(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

/** The link whose bracket opens here and closes at `close`. */
function linkAt(
  line: string,
  at: number,
  close: number,
  parenFrom: (from: number) => number,
): { label: string; href: string; end: number } | null {
  if (close - at > LONGEST_LABEL || close === at + 1 || line.charAt(close + 1) !== '(') return null;
  if (parenFrom(close) - close > LONGEST_ADDRESS) return null;
  let depth = 0;
  for (let i = close + 1; i < line.length && i - close <= LONGEST_ADDRESS; i++) {
    const c = line.charAt(i);
    if (c === '(') depth++;
    else if (c === ')' && --depth === 0) {
      const href = parseHref(line.slice(close + 2, i));
      return href === null ? null : { label: line.slice(at + 1, close), href, end: i + 1 };
    }
  }
  return null;
}

/** As Pandoc reads it: no space inside the signs, and no digit behind, so that prices stay prices. */
function formulaAt(
  line: string,
  at: number,
): { readonly source: string; readonly kind: 'line' | 'block'; readonly end: number } | null {
  const sign = line.charAt(at + 1) === '$' ? '$$' : '$';
  const start = at + sign.length;
  if (/\s/.test(line.charAt(start))) return null;
  for (let end = line.indexOf(sign, start); end > start; end = line.indexOf(sign, end + 1)) {
    if (end - start > LONGEST_FORMULA) return null;
    if (line.charAt(end - 1) === '\\') continue;
    if (/\s/.test(line.charAt(end - 1))) return null;
    if (sign === '$' && /[0-9]/.test(line.charAt(end + 1))) return null;
    return { source: line.slice(start, end), kind: sign === '$' ? 'line' : 'block', end: end + sign.length };
  }
  return null;
}

/** The formulas of a text. */
export function formulasIn(source: string): readonly { readonly source: string; readonly isBlock: boolean }[] {
  if (!source.includes('$')) return [];
  const runs = parseLines(source).flatMap((line) => line.runs);
  return runs.flatMap(({ text, formula }) =>
    formula === undefined ? [] : [{ source: text, isBlock: formula === 'block' }],
  );
}

function addressAt(line: string, at: number): string {
  if (at > 0 && isWordy(line.charAt(at - 1))) return '';
  ADDRESS.lastIndex = at;
  const found = ADDRESS.exec(line)?.[0] ?? '';
  // Backwards, letter by letter: a pattern that ends with `$` would try again from each of many dots.
  let end = found.length;
  while (end > 0 && NOT_LAST.has(found.charAt(end - 1))) end--;
  const address = found.slice(0, end);
  return end > LONGEST_ADDRESS || parseHref(address) === null ? '' : address;
}

function styled(tokens: readonly Token[]): Run[] {
  const runs: Run[] = [];
  const depth = { '**': 0, '*': 0, '~~': 0 };
  for (const token of tokens) {
    if (token.on !== null) depth[token.on]++;
    if (token.off !== null) depth[token.off]--;
    if (token.text === '') continue;
    const run: Run = {
      text: token.text,
      bold: depth['**'] > 0,
      italic: depth['*'] > 0,
      strike: depth['~~'] > 0,
      code: token.code,
      href: token.href,
      ...(token.formula === undefined ? {} : { formula: token.formula }),
    };
    const last = runs.at(-1);
    if (last !== undefined && sameStyle(last, run)) runs[runs.length - 1] = { ...last, text: last.text + run.text };
    else runs.push(run);
  }
  return runs;
}

function sameStyle(a: Run, b: Run): boolean {
  if (a.formula !== undefined || b.formula !== undefined) return false;
  return a.bold === b.bold && a.italic === b.italic && a.strike === b.strike && a.code === b.code && a.href === b.href;
}
