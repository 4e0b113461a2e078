import { parseLines, type Run } from '@bough/text';
import { texWords } from './tex-words.ts';

// Fetched once the map stands: what a screen reader is told of an item's words.

const WRITTEN = /[*_~`[\\#<$]|https?:\/\//i;
const LONGEST_ADDRESS = 80;
const heard = new WeakMap<object, string>();

/** The words as they are seen, without marks: formulas in signs that are read aloud, links said to be such. */
export function heardWords(item: { readonly text: string }, sayLink: (words: string) => string): string {
  const { text } = item;
  if (!WRITTEN.test(text)) return text;
  const known = heard.get(item);
  if (known !== undefined) return known;
  const words = parseLines(text)
    .map(({ runs }) => wordsOf(runs, sayLink))
    .join('\n');
  heard.set(item, words);
  return words;
}

function wordsOf(runs: readonly Run[], sayLink: (words: string) => string): string {
  let words = '';
  let label = '';
  for (const [at, run] of runs.entries()) {
    const { text, formula, href } = run;
    const seen = formula === undefined ? text : texWords(text);
    if (href === null) {
      words += seen;
      continue;
    }
    label += seen;
    // The words of a link may have several styles.
    if (runs[at + 1]?.href === href) continue;
    words += sayLink(label.startsWith('http') ? shortened(href) : label);
    label = '';
  }
  return words;
}

/** An address without what nobody wants to hear. */
function shortened(href: string): string {
  const { host, pathname } = new URL(href);
  const address = `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;
  return address.length > LONGEST_ADDRESS ? `${address.slice(0, LONGEST_ADDRESS)}…` : address;
}
