import type { IconName } from '@bough/figures/icons';
import { useEffect, useState } from 'react';
import { matching } from '../find/matching.ts';

/** What stands there before anybody has looked for something: signs that maps are full of. */
const FIRST = [
  'star',
  'heart',
  'flag',
  'check',
  'x',
  'circle-alert',
  'circle-question-mark',
  'lightbulb',
  'calendar',
  'clock',
  'user',
  'users',
  'house',
  'map-pin',
  'phone',
  'mail',
  'book-open',
  'pencil',
  'link',
  'lock',
  'search',
  'settings',
  'target',
  'trending-up',
  'shopping-cart',
  'wallet',
  'leaf',
  'sun',
  'coffee',
  'music',
  'camera',
  'rocket',
];

let loading: Promise<readonly IconName[]> | null = null;

/** The icons and their names: fetched when somebody looks for the first one. */
function loadNames(): Promise<readonly IconName[]> {
  loading ??= import('@bough/figures/icons').then(({ loadIconNames }) => loadIconNames());
  return loading;
}

/** Those that the words mean, at most so many; the commonest for no words; none while the list is on its way. */
export function useLineIcons(query: string, most: number): readonly IconName[] {
  const [all, setAll] = useState<readonly IconName[]>([]);
  useEffect(() => {
    void loadNames().then(setAll, () => undefined);
  }, []);
  if (query.trim() === '') return FIRST.flatMap((name) => all.find((one) => one.name === name) ?? []);
  return matching(all, query, (one) => one.words).slice(0, most);
}
