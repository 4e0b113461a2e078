import { expect, test } from 'vitest';
import { fittingNames, withName } from './mention-names.ts';

const NAMES = ['Ann Lee', 'Anton', 'Zoë', 'Ann Lee'];

test('after an @ the names are offered that begin so, and one is written out', () => {
  expect(fittingNames('well, @', NAMES)).toEqual(['Ann Lee', 'Anton', 'Zoë']);
  expect(fittingNames('@an', NAMES)).toEqual(['Ann Lee', 'Anton']);
  expect(fittingNames('@ann l', NAMES)).toEqual(['Ann Lee']);
  for (const none of ['an', 'x@an', '@Ann Lee ', '@who', '@Ann Lee: yes'])
    expect(fittingNames(none, NAMES)).toEqual([]);
  expect(withName('well, @an', 'Ann Lee')).toBe('well, @Ann Lee ');
  expect(withName('@', 'Zoë')).toBe('@Zoë ');
});
