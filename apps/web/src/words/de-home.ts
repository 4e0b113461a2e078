import type { HomeWords } from './home-words.ts';

/** Home, in German. */
export const homeDe: HomeWords = {
  title: 'Deine Karten',
  newMap: 'Neue Karte',
  untitled: 'Ohne Namen',
  search: 'Karte suchen',
  nothingFound: (query) => `Keine Karte heißt „${query}“.`,
  opened: (when) => `Geöffnet ${when}`,
  emptyTitle: 'Was beschäftigt dich?',
  emptyText: 'Eine Karte beginnt mit einem Gedanken in der Mitte. Alles andere wächst daraus.',
  examples: 'Oder beginne mit einer von diesen',
  useExample: 'Diese nehmen',
  failed: 'Deine Karten konnten nicht geladen werden.',
  role: { view: 'Nur ansehen', comment: 'Darfst kommentieren', edit: 'Mit dir geteilt' },
  guestNote: 'Du bist auf diesem Gerät zu Gast. Melde dich an, dann findest du deine Karten überall.',
};
