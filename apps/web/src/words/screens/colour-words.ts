import { said } from './said.ts';

/** What the colours of branches are called, where one chooses among them. */
export const colourWords = said(
  {
    names: ['Coral', 'Blue', 'Amber', 'Violet', 'Green', 'Pink', 'Teal', 'Olive'],
    automatic: 'Same as branch',
  },
  {
    names: ['Koralle', 'Blau', 'Bernstein', 'Violett', 'Grün', 'Rosa', 'Petrol', 'Oliv'],
    automatic: 'Wie der Zweig',
  },
);
