import { expect, it } from 'vitest';
import { colonWordAt } from './colon-word.ts';

const at = (text: string): string | null => colonWordAt(text, { start: text.length, end: text.length })?.word ?? null;

it('[EDIT-14] a word behind a colon asks for a sign, a time or an address does not', () => {
  expect(at('well :smi')).toBe('smi');
  expect(at(':grün')).toBe('grün');
  for (const text of ['', ':', 'at 10:30', 'https://x', 'a:b', ':two words']) expect(at(text), text).toBeNull();
  expect(colonWordAt(':smile', { start: 0, end: 3 })).toBeNull();
});
