import { expect, test } from 'vitest';
import { beginningOf, closedUp } from './beginning.ts';

test('[WEB-40] of long words the beginning is shown: of many letters, and of many lines; others are whole', () => {
  const [letters, lines] = ['a'.repeat(10_000), Array.from({ length: 500 }, (_, n) => `${n}`).join('\n')];
  expect(beginningOf(letters)).toBe(`${'a'.repeat(1_000)}…`);
  expect(beginningOf(lines).split('\n')).toHaveLength(16);
  expect(beginningOf(lines).endsWith('\n15…')).toBe(true);
  for (const short of ['', 'Hi', 'a'.repeat(1_500), 'a\n'.repeat(23)]) expect(beginningOf(short)).toBe(short);
});

test('[WEB-40] a cut goes between two words, and through no letter', () => {
  const words = 'seven77 '.repeat(300);
  expect(beginningOf(words)).toMatch(/seven77…$/);
  expect(beginningOf(`a${'😄'.repeat(1_000)}`)).toBe(`a${'😄'.repeat(499)}…`);
});

test('[WEB-40] many empty lines are two', () => {
  expect(closedUp(`a${'\n'.repeat(9_990)}b`)).toBe('a\n\n\nb');
  expect(closedUp('a\n \n\t\n  \n\nb')).toBe('a\n\n\nb');
  expect(closedUp('a\n\n\nb\n\nc')).toBe('a\n\n\nb\n\nc');
});
