import { keep, readKept } from '../shell/kept.ts';
import { Shared, useShared } from '../shell/shared.ts';
import { en, type Words } from './en/en.ts';
import { type Language, type LanguageChoice, pickLanguage, toLanguage } from './language.ts';

/** The strings of the page, in the language of whoever reads it. They are asked for while drawing, never kept. */
export let words: Words = en;

/** The language of `words`, for dates and numbers. */
export let language: Language = 'en';

const KEY = 'bough.language';
const choice = new Shared<LanguageChoice>(toLanguage(readKept(KEY)) ?? 'device');

/** Takes the words of the language that this device's person reads; every other one stays unloaded. Words that do not come: English. */
export async function speak(wish: LanguageChoice = choice.value): Promise<void> {
  const wanted = pickLanguage(wish, navigator.languages);
  const german = wanted === 'de' ? await import('./de/de.ts').catch(() => null) : null;
  words = german?.de ?? en;
  language = german === null ? 'en' : 'de';
  document.documentElement.lang = language;
  choice.set(wish);
}

/** Takes the choice, remembers it on this device, and has the page drawn anew. */
export async function chooseLanguage(next: LanguageChoice): Promise<void> {
  keep(KEY, next);
  await speak(next);
}

/** What was chosen, in React. */
export function useLanguage(): LanguageChoice {
  return useShared(choice);
}
