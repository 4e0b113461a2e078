import type { HomeWords } from './home-words.ts';

/** Home, in English. */
export const homeEn: HomeWords = {
  title: 'Your maps',
  newMap: 'New map',
  untitled: 'Untitled',
  search: 'Find a map',
  nothingFound: (query) => `No map is called “${query}”.`,
  opened: (when) => `Opened ${when}`,
  emptyTitle: 'What is on your mind?',
  emptyText: 'A map starts with one thought in the middle. The rest grows from it.',
  examples: 'Or begin from one of these',
  useExample: 'Make it mine',
  failed: 'Your maps could not be loaded.',
  role: { view: 'View only', comment: 'Can comment', edit: 'Shared with you' },
  guestNote: 'You are a guest on this device. Sign in to find your maps everywhere.',
};
