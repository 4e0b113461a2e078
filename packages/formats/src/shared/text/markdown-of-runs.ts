import { parseLines, type Run } from '@bough/text';
import { isPlain, markdownOfWords } from './inline-markdown.ts';
import { wordsOfRun } from './plain-words.ts';

// Runs of a line back as Markdown. Marks meet in ways that each reader takes differently, so what is made is read again, and made
// with less dress until it says the same words.

/** What the line's words need so that they stand for themselves. */
export type EscapeWords = (words: string, isStart: boolean) => string;

/** A line that came from where there are other marks: words without any dress as they stand, others as Markdown. */
export function markdownOfLine(runs: readonly Run[]): string {
  const isUndressed = runs.every(
    ({ bold, italic, strike, code, href }) => !bold && !italic && !strike && !code && href === null,
  );
  return isUndressed ? markdownOfWords(runs.map(({ text }) => text).join('')) : markdownOfRuns(runs);
}

type Style = 'strike' | 'bold' | 'italic';
const STYLES: readonly Style[] = ['strike', 'bold', 'italic'];

/** The line as Markdown that Bough reads as these runs, or at least as these words. */
export function markdownOfRuns(runs: readonly Run[], escape: EscapeWords = escapeAll): string {
  const tidy = tidied(runs);
  const wanted = tidy.map(wordsOfRun).join('');
  const dress = dressOf(tidy);
  let best: string | null = null;
  for (const italic of ['*', '_'] as const) {
    const made = new Line(tidy, italic, escape).made();
    const read = tidied(parseLines(made)[0]?.runs ?? []);
    if (read.map(wordsOfRun).join('') !== wanted) continue;
    if (dressOf(read) === dress) return made;
    best ??= made;
  }
  if (best !== null) return best;
  const isDressed = tidy.some(({ bold, italic, strike }) => bold || italic || strike);
  const undressed = tidy.map((run): Run => ({ ...run, bold: false, italic: false, strike: false }));
  return isDressed ? markdownOfRuns(undressed, escape) : escape(tidy.map(withAddress).join(''), true);
}

/** An address that Markdown has no place for stands behind its words. */
function withAddress(run: Run): string {
  const words = wordsOfRun(run);
  return isPlain(run) || run.href === null || words.includes(run.href) ? words : `${words} ${run.href}`;
}

/** Everything that might be a mark behind a backslash, but underlines in words, and addresses, in which all stand for themselves. */
function escapeAll(words: string, isStart: boolean): string {
  const escaped = words.replaceAll(
    /https?:\/\/[^\s<>"'`]+|[\\*`[]|~(?=~)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu,
    (mark) => (mark.length > 1 ? mark : `\\${mark}`),
  );
  return isStart ? escaped.replace(/^#(?=#{0,2}[ \t])/, '\\#') : escaped;
}

function dressOf(runs: readonly Run[]): string {
  return JSON.stringify(runs.map((run) => [run.text, isPlain(run) ? null : { ...run, text: '' }]));
}

/** Blanks at the ends of a dressed run stand outside of it, and runs of one dress are one. */
function tidied(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const plain: Run = { text: '', bold: false, italic: false, strike: false, code: false, href: null };
    const isBare = run.code || run.formula !== undefined || isPlain(run);
    const start = isBare ? 0 : run.text.length - run.text.trimStart().length;
    const end = isBare ? run.text.length : Math.max(start, run.text.trimEnd().length);
    for (const part of [
      { ...plain, text: run.text.slice(0, start) },
      { ...run, text: run.text.slice(start, end) },
      { ...plain, text: run.text.slice(end) },
    ]) {
      const last = all.at(-1);
      if (part.text === '') continue;
      if (last !== undefined && isAlike(last, part)) all[all.length - 1] = { ...last, text: last.text + part.text };
      else all.push(part);
    }
  }
  return all;
}

function isAlike(a: Run, b: Run): boolean {
  if (a.formula !== undefined || b.formula !== undefined || a.code || b.code) return false;
  return a.bold === b.bold && a.italic === b.italic && a.strike === b.strike && a.href === b.href;
}

class Line {
  readonly #runs: readonly Run[];
  readonly #italic: '*' | '_';
  readonly #escape: EscapeWords;
  readonly #open: Style[] = [];
  #text = '';

  constructor(runs: readonly Run[], italic: '*' | '_', escape: EscapeWords) {
    this.#runs = runs;
    this.#italic = italic;
    this.#escape = escape;
  }

  made(): string {
    let href: string | null = null;
    for (const run of this.#runs) {
      const next = isPlain(run) ? null : run.href;
      if (next !== href) {
        this.#closeAll();
        if (href !== null) this.#text += `](${href})`;
        if (next !== null) this.#text += '[';
        href = next;
      }
      this.#dress(run);
      this.#text += this.#words(run);
    }
    this.#closeAll();
    return href === null ? this.#text : `${this.#text}](${href})`;
  }

  #dress(run: Run): void {
    const wanted = STYLES.filter((style) => run[style]);
    const kept = this.#open.findIndex((style) => !wanted.includes(style));
    if (kept >= 0) for (const style of this.#open.splice(kept).reverse()) this.#text += this.#markOf(style);
    for (const style of wanted) {
      if (this.#open.includes(style)) continue;
      this.#open.push(style);
      this.#text += this.#markOf(style);
    }
  }

  #closeAll(): void {
    for (const style of this.#open.splice(0).reverse()) this.#text += this.#markOf(style);
  }

  /** Three stars in a row are neither bold nor italic: slanted words in bold ones have the other mark. */
  #markOf(style: Style): string {
    if (style === 'strike') return '~~';
    if (style === 'bold') return '**';
    return this.#open.includes('bold') ? '_' : this.#italic;
  }

  #words(run: Run): string {
    if (run.formula !== undefined || (isPlain(run) && run.href !== null)) return wordsOfRun(run);
    if (run.code) return `\`${run.text.replaceAll('`', "'")}\``;
    const words = this.#escape(run.text, this.#text === '');
    return run.href === null ? words : words.replaceAll(']', '\\]');
  }
}
