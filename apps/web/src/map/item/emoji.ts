import { isOneEmoji } from '@bough/editor';
import { useEffect, useState } from 'react';
import { addSigns } from '../../faces/signs.ts';
import { matching } from '../find/matching.ts';

/** One sign with the names by which it is found. */
export interface Emoji {
  readonly sign: string;
  readonly name: string;
  readonly words: string;
}

let loading: Promise<readonly Emoji[]> | null = null;

/** The signs and their names: half a megabyte that is fetched when somebody looks for the first one. */
function loadEmoji(): Promise<readonly Emoji[]> {
  if (loading === null) void addSigns().catch(() => undefined);
  loading ??= import('emojibase-data/en/compact.json').then(({ default: rows }) =>
    rows
      // Signs that the map cannot show as one picture are not offered.
      .filter((row) => row.group !== undefined && row.group !== 2 && isOneEmoji(row.unicode))
      .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
      .map((row) => ({ sign: row.unicode, name: row.label, words: [row.label, ...(row.tags ?? [])].join(' ') })),
  );
  return loading;
}

/** Those that the words mean, at most so many; none while the list is on its way. */
export function useEmoji(query: string, most: number): readonly Emoji[] {
  const [all, setAll] = useState<readonly Emoji[]>([]);
  useEffect(() => {
    void loadEmoji().then(setAll, () => undefined);
  }, []);
  return matching(all, query, (one) => one.words).slice(0, most);
}
