import { parseLines, type Run } from '@bough/text';
import { isPlain } from '../shared/text/inline-markdown.ts';
import { markdownOfRuns } from '../shared/text/markdown-of-runs.ts';
import { plainWords } from '../shared/text/plain-words.ts';

// A line of an item as Markdown that any reader of CommonMark takes for the same words, and back. Bough's own Markdown is smaller: it has
// no HTML, no entities and no definitions, and a mark that has no partner in it may have one there.

const MAY_DIFFER = /[\\`*_[\]<>&~^]|==/;
const HEADING = /^#{1,3}[ \t]+/;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
/** Stands for nothing where Markdown needs something. */
export const NOTHING = '&nbsp;';

/** The line for every reader; in Bough it has the same words, and the same styles where all readers see them, else `undress` is called. */
export function commonmarkLine(line: string, undress: () => void): string {
  const isHeading = HEADING.test(line);
  if (!isHeading && !MAY_DIFFER.test(line)) return leading(line);
  const read = parseLines(line)[0]?.runs ?? [];
  if (isHeading) undress();
  // A heading inside an item would be an item.
  const runs = isHeading ? read.map((run): Run => ({ ...run, bold: true })) : read;
  const made = markdownOfRuns(runs, escapeWords);
  // Marks that stand between letters and signs are marks for Bough alone: then the words count.
  const isSafe = runs.every(isPlain) || isFlankedWell(made);
  if (!isSafe) undress();
  const safe = isSafe ? made : markdownOfRuns(runs.map(undressed), escapeWords);
  return leading(bracketed(safe));
}

/** The line that stands for what the file says: without what only other readers need. */
export function lineOfCommonmark(line: string): string {
  const words = line
    .replace(/^(?:&nbsp;)+/, (blanks) => (blanks === line ? '' : ' '.repeat(blanks.length / NOTHING.length)))
    .replaceAll(/(?<!\\)<(https?:\/\/[^\s<>"'`]+)>/gi, '$1')
    .replaceAll(/\\&(?=#?[a-z0-9]+;)/gi, '&');
  if (!words.includes('\\')) return words;
  const others = words.replaceAll(/\\([\^=])/g, '$1');
  const bare = others.replaceAll(/\\([\\`*_[\]<>~])/g, '$1');
  for (const simpler of [bare, others.replaceAll(/\\([<>])/g, '$1')]) if (isAlike(simpler, others)) return simpler;
  return others;
}

function isAlike(a: string, b: string): boolean {
  return plainWords(a) === plainWords(b) && JSON.stringify(parseLines(a)) === JSON.stringify(parseLines(b));
}

/** Blanks before the words would be an indent. */
function leading(words: string): string {
  return words.replace(/^[ \t]+(?=\S)/, (blanks) => NOTHING.repeat(blanks.length));
}

function undressed({ text, href, code, formula }: Run): Run {
  const plain = { text, bold: false, italic: false, strike: false, code, href };
  return formula === undefined ? plain : { ...plain, formula };
}

/** Words that stand for themselves everywhere. */
function escapeWords(words: string, isStart: boolean): string {
  const escaped = words.replaceAll(
    /\\(?=[!-/:-@[-`{-~]|$)|`|\*|~(?=.*~)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\[|\](?=[([:])|<(?=[a-z/!?]|$)|\^(?=.*\^)|=(?==)|&(?=#?[a-z0-9]+;)/giu,
    (mark, at: number) => {
      // A star between blanks is one.
      const around = words.charAt(at - 1) + words.charAt(at + 1);
      return mark === '*' && around.length === 2 && around.trim() === '' ? mark : `\\${mark}`;
    },
  );
  return isStart ? escaped.replace(/^#(?=#{0,2}[ \t])/, '\\#') : escaped;
}

/** Addresses in which there is a sign of Markdown's, between brackets. */
function bracketed(line: string): string {
  return line.replaceAll(ADDRESS, (address, at: number) => {
    const isTarget = line.slice(0, at).endsWith('](') || /(?:^|[^\\])<$/.test(line.slice(0, at));
    return isTarget || !/[*_&~\\]/.test(address) || /[\])]/.test(address) ? address : `<${address}>`;
  });
}

/** Whether each mark opens and shuts for CommonMark where it does for Bough. */
function isFlankedWell(line: string): boolean {
  const open: string[] = [];
  for (const { 0: mark, index } of line.matchAll(/\\.|`[^`]*`|https?:\/\/[^\s<>"'`]+|\*+|_+|~~/gi)) {
    if (!/^[*_~]/.test(mark)) continue;
    const [before, after] = [line.charAt(index - 1), line.charAt(index + mark.length)];
    if (mark.startsWith('_') && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after)) continue;
    const isShutting = open.at(-1) === mark;
    if (isShutting) open.pop();
    else open.push(mark);
    if (!(isShutting ? leansOn(after, before) : leansOn(before, after))) return false;
  }
  return open.length === 0;
}

/** Whether a mark may open between these two. */
function leansOn(before: string, after: string): boolean {
  if (after === '' || /\s/.test(after)) return false;
  return !isPunctuation(after) || before === '' || /\s/.test(before) || isPunctuation(before);
}

function isPunctuation(character: string): boolean {
  return PUNCTUATION.test(character) || /\p{P}|\p{S}/u.test(character);
}
