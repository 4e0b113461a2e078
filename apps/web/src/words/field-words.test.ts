import { expect, it } from 'vitest';
import { readsOf } from './field-words.ts';

it('a screen reader hears what an item has beside its words, in its language', () => {
  const item = { text: 'Tea', note: 'Green', icon: '🍵', href: null };
  expect(readsOf(item, 'en')).toBe('with a note, icon 🍵');
  expect(readsOf(item, 'de')).toBe('mit Notiz, Symbol 🍵');
});
