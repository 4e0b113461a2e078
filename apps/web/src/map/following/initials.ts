import { firstLetters } from '../../words/letters.ts';

/** Up to two first letters of the words of a name. */
export function initialsOf(name: string): string {
  const letters = name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => firstLetters(word, 1));
  const shown = letters.length > 2 ? [letters[0], letters.at(-1)] : letters;
  return shown.join('').toLocaleUpperCase();
}
