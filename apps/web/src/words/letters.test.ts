import { expect, it } from 'vitest';
import { firstLetters } from './letters.ts';

it('counts letters as people do', () => {
  expect(firstLetters('Ada', 1)).toBe('A');
  expect(firstLetters('👩‍🌾 farm', 1)).toBe('👩‍🌾');
  expect(firstLetters('e\u0301t', 1)).toBe('e\u0301');
  expect(firstLetters('ab', 5)).toBe('ab');
  expect(firstLetters('', 3)).toBe('');
});
