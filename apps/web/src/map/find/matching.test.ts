import { expect, it } from 'vitest';
import { matching } from './matching.ts';

const NAMES = ['Fold or unfold', 'Show the whole map', 'Fold to level 1', 'Élan vital', 'Go to the parent'];
const find = (query: string) => matching(NAMES, query, (name) => name);

it('every word of the query must be there, beginnings come first, case and accents do not matter', () => {
  expect(find('')).toEqual(NAMES);
  expect(find('fold level')).toEqual(['Fold to level 1']);
  expect(find('elan')).toEqual(['Élan vital']);
  expect(find('the')).toEqual(['Show the whole map', 'Go to the parent']);
  expect(find('nothing')).toEqual([]);
});
