import { en } from './en.ts';
import { type Language, pickLanguage, readLanguageChoice } from './language.ts';
import type { Words } from './words.ts';

/** The strings of the page, in the language of whoever reads it. They are asked for while drawing, never kept. */
// oxlint-disable-next-line import/no-mutable-exports -- the one binding that every screen reads; it changes before they are drawn
export let words: Words = en;

/** The language of `words`, for dates and numbers. */
// oxlint-disable-next-line import/no-mutable-exports -- as above
export let language: Language = 'en';

/** Takes the words of the language that this device's person reads; every other one stays unloaded. */
export async function speak(): Promise<void> {
  const wanted = pickLanguage(readLanguageChoice(), navigator.languages);
  if (wanted !== language) words = wanted === 'de' ? (await import('./de.ts')).de : en;
  language = wanted;
  document.documentElement.lang = wanted;
}
