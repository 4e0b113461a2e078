/** The classes that Bough gives to what it writes, by which it finds it again. */
export const MARKS = {
  head: 'bough-head',
  words: 'bough-words',
  icon: 'bough-icon',
  way: 'bough-way',
  note: 'bough-note',
  links: 'bough-links',
} as const;
