import { expect, test } from 'vitest';
import { fittingNames, mentionKey, withName } from './mention-names.ts';

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

test('while names are offered arrows walk around them, Enter and Tab take one, Escape sends them away', () => {
  expect(mentionKey('ArrowDown', 0, 3)).toEqual({ kind: 'move', at: 1 });
  expect(mentionKey('ArrowDown', 2, 3)).toEqual({ kind: 'move', at: 0 });
  expect(mentionKey('ArrowUp', 0, 3)).toEqual({ kind: 'move', at: 2 });
  for (const key of ['Enter', 'Tab']) expect(mentionKey(key, 1, 3)).toEqual({ kind: 'take' });
  expect(mentionKey('Escape', 0, 1)).toEqual({ kind: 'close' });
  for (const key of ['Enter', 'Tab', 'ArrowDown']) expect(mentionKey(key, 0, 0)).toBeNull();
  expect(mentionKey('a', 0, 3)).toBeNull();
});
