import { useSyncExternalStore } from 'react';
import { en, type Words } from './en.ts';
import {
  keepLanguageChoice,
  type Language,
  type LanguageChoice,
  pickLanguage,
  readLanguageChoice,
} from './language.ts';

/** The strings of the page, in the language of whoever reads it. They are asked for while drawing, never kept. */
export let words: Words = en;

/** The language of `words`, for dates and numbers. */
export let language: Language = 'en';

let choice: LanguageChoice = readLanguageChoice();
const listeners = new Set<() => void>();

/** Takes the words of the language that this device's person reads; every other one stays unloaded. Words that do not come: English. */
export async function speak(wish: LanguageChoice = choice): Promise<void> {
  const wanted = pickLanguage(wish, navigator.languages);
  const german = wanted === 'de' ? await import('./de.ts').catch(() => null) : null;
  words = german?.de ?? en;
  language = german === null ? 'en' : 'de';
  choice = wish;
  document.documentElement.lang = language;
}

/** Takes the choice, remembers it on this device, and has the page drawn anew. */
export async function chooseLanguage(next: LanguageChoice): Promise<void> {
  keepLanguageChoice(next);
  await speak(next);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What was chosen, in React. */
export function useLanguage(): LanguageChoice {
  return useSyncExternalStore(subscribe, () => choice);
}
