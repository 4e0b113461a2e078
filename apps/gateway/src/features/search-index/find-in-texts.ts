import { setImmediate } from 'node:timers/promises';
import type { SearchHit } from '@bough/contracts';
import { LETTERS_AT_ONCE, type MapText } from './map-texts.ts';
import { matches, type Query, wordsIn } from './words.ts';

/** What a map has of what is looked for. */
export interface Found {
  /** Whether words of the title alone answer the query. */
  readonly isTitle: boolean;
  /** The most that one text has of the query's words, and how many items of the map have them: all of them, where one has. */
  readonly best: number;
  readonly matches: number;
  readonly hits: readonly SearchHit[];
}

const HITS_MOST = 5;
const BEFORE = 40;
const TEXT_MOST = 160;

interface Match extends MapText {
  readonly distinct: number;
  readonly marks: readonly (readonly [from: number, to: number])[];
}

/**
 * Looks for the words in the texts; null when one of them is nowhere. The best hits come first. Others get their turn in between: a
 * large map has a million letters.
 */
export async function findInTexts(texts: readonly MapText[], query: Query): Promise<Found | null> {
  const needed = query.words.length + (query.prefix === null ? 0 : 1);
  const everywhere = new Set<string>();
  const byItem = new Map<string | null, Set<string>>();
  const found: Match[] = [];
  let letters = 0;
  for (const text of texts) {
    letters += text.text.length;
    if (letters >= LETTERS_AT_ONCE) {
      letters = 0;
      await setImmediate();
    }
    const seen = new Set<string>();
    const marks: (readonly [number, number])[] = [];
    for (const { word, from, to } of wordsIn(text.text)) {
      if (!matches(word, query)) continue;
      marks.push([from, to]);
      if (query.words.includes(word)) seen.add(word);
      if (query.prefix !== null && word.startsWith(query.prefix)) seen.add(PREFIX);
    }
    if (seen.size === 0) continue;
    const ofItem = byItem.get(text.item) ?? new Set<string>();
    byItem.set(text.item, ofItem);
    for (const each of seen) {
      everywhere.add(each);
      ofItem.add(each);
    }
    found.push({ ...text, distinct: seen.size, marks });
  }
  if (everywhere.size < needed) return null;
  // Where items have all of the words, what has some of them is not what somebody looks for.
  const whole = found.filter(({ item }) => byItem.get(item)?.size === needed);
  const shown = whole.length > 0 ? whole : found;
  const items = shown.filter(({ item }) => item !== null);
  const best = shown.toSorted((a, b) => b.distinct - a.distinct || rank(a) - rank(b)).slice(0, HITS_MOST);
  return {
    isTitle: found.some(({ item, distinct }) => item === null && distinct === needed),
    best: best[0]?.distinct ?? 0,
    matches: new Set(items.map(({ item }) => item)).size,
    hits: best.map(hitOf),
  };
}

/** No word has it. */
const PREFIX = ' ';

function rank({ item }: Match): number {
  return item === null ? 0 : 1;
}

/** The words around the first match, so short that they stand in a line or two. */
function hitOf({ item, text, marks }: Match): SearchHit {
  const first = marks[0]?.[0] ?? 0;
  let from = first <= BEFORE ? 0 : text.lastIndexOf(' ', first - BEFORE / 2) + 1;
  if (from < first - BEFORE) from = first - BEFORE;
  const part = text.slice(from, from + TEXT_MOST);
  // A cut through a pair of surrogates leaves half a letter, which is one unit too.
  const shown = part.toWellFormed().replaceAll(/\s/g, ' ');
  const within = joined(marks).filter(([start, end]) => start >= from && end <= from + TEXT_MOST);
  return { item, text: shown, marks: within.slice(0, 100).map(([start, end]) => [start - from, end - from] as const) };
}

/** Marks that touch, as neighbouring pairs of letters do, are one. */
function joined(marks: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const out: [number, number][] = [];
  for (const [from, to] of marks) {
    const last = out.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}
