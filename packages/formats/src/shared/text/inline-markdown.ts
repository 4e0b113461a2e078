import { LIMITS } from '@bough/map';
import { parseLines, type Run } from '@bough/text';
import { plainWords, wordsOfRun } from './plain-words.ts';

// An item's text is Markdown, and so is its note. Words that come from where there are no marks are taken in as they stand there,
// and words that are all alike bold, italic or a link may leave as a font or an address.

const MAY_BE_MARK = /[\\*_~`[\]#<$]/;
/** What may mean something where it stands, but for addresses, in which all stand for themselves. */
const MARK = /https?:\/\/[^\s<>"'`]+|\\(?=[\\*_~`[\]()#<>$])|\*|_|~(?=~)|`|\[(?=[^[\]]*\]\()|^#(?=#{0,2}[ \t])/gi;
const EVERY_MARK = /[\\*_~`[$]|^#/g;

/** Whether there may be a mark in the text: a quick look, that is not often wrong. */
export function mayHaveMarks(text: string): boolean {
  return MAY_BE_MARK.test(text);
}

/** An item is cut at half of that at the latest, and its end told as lost: no mark is looked for in what no item holds. */
const LONGEST = 2 * Math.max(LIMITS.text, LIMITS.note);

/** Words that stand for themselves, as Markdown: what would be read as a mark stands behind a backslash. Of more than any item holds, the beginning. */
export function markdownOfWords(words: string): string {
  if (!MAY_BE_MARK.test(words)) return words;
  return words
    .slice(0, LONGEST)
    .split('\n')
    .map((line) => {
      if (isItself(line)) return line;
      const escaped = escapedWords(line);
      return isItself(escaped, line) ? escaped : line.replaceAll(EVERY_MARK, '\\$&');
    })
    .join('\n');
}

/** A line with a backslash before each character that may be a mark there. */
function escapedWords(words: string): string {
  return words.replaceAll(MARK, (mark, at: number) => {
    if (mark.length > 1) return mark;
    const [before, after] = [words.charAt(at - 1), words.charAt(at + 1)];
    const isAlone = /^\s?$/.test(before) && /^\s?$/.test(after) && before + after !== '';
    const isInWord = mark === '_' && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
    return isInWord || (isAlone && (mark === '*' || mark === '_')) ? mark : `\\${mark}`;
  });
}

/** Whether a line says these words, all of them plain. */
function isItself(line: string, words = line): boolean {
  if (!MAY_BE_MARK.test(line)) return true;
  const [parsed] = parseLines(line);
  if (parsed === undefined || parsed.heading > 0) return false;
  return parsed.runs.every(isPlain) && parsed.runs.map(wordsOfRun).join('') === words;
}

/** Whether a run has no dress; an address that stands as such has none. */
export function isPlain({ text, bold, italic, strike, code, href }: Run): boolean {
  return !bold && !italic && !strike && !code && (href === null || /^https?:/i.test(text));
}

/** What all words of a text have in common. */
export interface WholeStyle {
  readonly words: string;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Where they all lead, together. */
  readonly href: string | null;
}

/** The one style of a text; null where its words have several, or one that is more than bold, italic or a link. */
export function wholeStyle(text: string): WholeStyle | null {
  if (!MAY_BE_MARK.test(text)) return { words: text, bold: false, italic: false, href: null };
  const lines = parseLines(text);
  const all = lines.flatMap((line) => line.runs);
  // Blanks between dressed words belong to nobody.
  const runs = all.filter((run) => run.text.trim() !== '');
  const first = runs[0];
  if (first === undefined) return { words: text, bold: false, italic: false, href: null };
  const words = plainWords(text);
  if (lines.some(({ heading }) => heading > 0)) return null;
  if (runs.every(isPlain)) return { words, bold: false, italic: false, href: null };
  const { bold, italic, href } = first;
  const isAlike = runs.every(
    (run) => run.bold === bold && run.italic === italic && run.href === href && !run.strike && !run.code,
  );
  // Several words with a gap between them would be one bold line.
  return isAlike && all.length <= 2 * lines.length ? { words, bold, italic, href } : null;
}

const WRAPS = {
  both: [['**_', '_**'], ['__*', '*__']],
  bold: [['**', '**'], ['__', '__']],
  italic: [['*', '*'], ['_', '_']],
} as const; // prettier-ignore

/** The text with all its words bold, italic or both; a line that cannot be dressed so stays as it is. */
export function dressed(text: string, bold: boolean, italic: boolean): string {
  if (!bold && !italic) return text;
  const wraps = WRAPS[bold && italic ? 'both' : bold ? 'bold' : 'italic'];
  return text
    .split('\n')
    .map((line) => {
      const words = line.trim();
      if (words === '') return line;
      const plain = plainWords(words);
      for (const [before, after] of wraps) {
        const style = wholeStyle(before + words + after);
        if (style !== null && style.words === plain && style.bold === bold && style.italic === italic) {
          return line.replace(words, () => before + words + after);
        }
      }
      return line;
    })
    .join('\n');
}

/** Whether two texts say the same words, however they are dressed and spaced. */
export function saysTheSame(a: string, b: string): boolean {
  return a === b || seen(a) === seen(b);
}

function seen(text: string): string {
  return plainWords(text).replaceAll(/\s+/g, ' ').trim();
}
