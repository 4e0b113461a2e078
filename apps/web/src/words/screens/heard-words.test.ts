import { expect, it } from 'vitest';
import { readsOf } from './heard-words.ts';

const NOTHING = { comments: 0, links: 0, folded: 0 };

it('a screen reader hears what an item has beside its words, in its language', () => {
  const item = { text: 'Tea', note: 'Green', icon: '🍵', href: null };
  expect(readsOf(item, NOTHING, 'en')).toBe('with a note, icon 🍵');
  expect(readsOf(item, NOTHING, 'de')).toBe('mit Notiz, Symbol 🍵');
  const counts = { comments: 2, links: 1, folded: 3 };
  expect(readsOf({ text: 'Tea' }, counts, 'en')).toBe('2 comments, linked to 1 item, folded, 3 items hidden');
  expect(readsOf({ text: 'Tea' }, counts, 'de')).toBe('2 Kommentare, 1 Verbindung, eingeklappt, 3 Punkte verborgen');
});

it('an address and a link to another item are told apart', () => {
  const item = { href: 'https://example.org/' };
  expect(readsOf(item, { ...NOTHING, links: 2 }, 'en')).toBe('with a web link, linked to 2 items');
  expect(readsOf(item, { ...NOTHING, links: 2 }, 'de')).toBe('mit Weblink, 2 Verbindungen');
});
