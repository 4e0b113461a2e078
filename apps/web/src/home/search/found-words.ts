import { RESULTS_MOST, type SearchAnswer, type SearchResult } from '@bough/contracts';
import { homeWords } from '../../words/screens/home-words.ts';

/** What a search came to: the server's answer, or, without it, the maps whose names have the words. */
export interface Found extends SearchAnswer {
  readonly isOffline: boolean;
  /** There are as many as were asked for: the best of more. */
  readonly isFirst: boolean;
}

/** So many maps are asked for, and so many by who wants more. */
export const ASKED = { first: 20, all: RESULTS_MOST } as const;

/** What was found without the server. */
export function foundOffline(results: readonly SearchResult[]): Found {
  return { results, isComplete: true, isOffline: true, isFirst: false };
}

/** The sentences above what was found: how much that is, and what it lacks. */
export function foundWords(
  { results, isComplete, isOffline, isFirst }: Found,
  query: string,
): readonly [string, ...string[]] {
  const title = results.length === 0 ? homeWords().foundNothing(query) : homeWords().foundMaps(results.length, isFirst);
  const rest = isOffline ? [homeWords().searchOffline] : results.length === 0 ? [homeWords().foundHint] : [];
  return [title, ...rest, ...(isComplete ? [] : [homeWords().foundInPart])];
}
