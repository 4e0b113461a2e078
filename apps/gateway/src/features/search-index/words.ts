import { type CharClass, classOf, isUnspaced } from './fold.ts';

// What counts as a word. A run of letters and digits is one; in scripts that put no spaces between words (Chinese, Japanese,
// Thai and others) every two neighbouring letters are one, and the last letter of a run by itself, so that each letter begins
// a word. Words are cut off at a length that nobody types.

/** A word in a text in form C: where it stands there, in UTF-16 units, and what it is folded. */
export interface WordAt {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

const WORD_MOST = 40;

/** Every word of the text, which is in form C, in its order. */
export function wordsIn(text: string): readonly WordAt[] {
  const found: WordAt[] = [];
  let kind: CharClass['kind'] = 'none';
  let from = 0;
  let word = '';
  let at = 0;
  const end = (to: number): void => {
    if (kind === 'unspaced') pairsOf(text.slice(from, to), from, found);
    else if (word !== '') found.push({ word: word.slice(0, WORD_MOST).toWellFormed(), from, to });
  };
  for (const char of text) {
    const next = classOf(char);
    if (next.kind !== kind) {
      end(at);
      kind = next.kind;
      from = at;
      word = '';
    }
    if (kind === 'letter') word += next.folded;
    at += char.length;
  }
  end(at);
  return found;
}

function pairsOf(run: string, from: number, found: WordAt[]): void {
  let before: { readonly folded: string; readonly at: number } | null = null;
  let at = from;
  for (const char of run) {
    const { folded } = classOf(char);
    const to = at + char.length;
    if (before !== null) found.push({ word: before.folded + folded, from: before.at, to });
    before = { folded, at };
    at = to;
  }
  if (before !== null) found.push({ word: before.folded, from: before.at, to: at });
}

/** What somebody looks for: all of the words, and one that begins with `prefix`, which is what they may still be typing. */
export interface Query {
  readonly words: readonly string[];
  readonly prefix: string | null;
}

const WORDS_MOST = 20;

/** Reads what somebody typed; null when there is no word in it. */
export function parseQuery(typed: string): Query | null {
  const text = typed.normalize('NFC');
  const all = wordsIn(text);
  // The last letter of an unspaced run is in the pair before it already.
  const found = all.filter((each, n) => !isLoneLetter(each) || all[n - 1]?.to !== each.to);
  const last = found.at(-1);
  if (last === undefined) return null;
  const isPrefix = isLoneLetter(last) || (last.to === text.length && !isUnspaced(last.word));
  const whole = (isPrefix ? found.slice(0, -1) : found).filter((each) => !isLoneLetter(each));
  const words = [...new Set(whole.map(({ word }) => word))].slice(0, WORDS_MOST);
  return { words, prefix: isPrefix ? last.word : null };
}

function isLoneLetter({ word }: WordAt): boolean {
  return isUnspaced(word) && Array.from(word).length === 1;
}

/** Whether the word is one that is looked for. */
export function matches(word: string, { words, prefix }: Query): boolean {
  return words.includes(word) || (prefix !== null && word.startsWith(prefix));
}
