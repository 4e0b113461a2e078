/** The languages that the page speaks. */
export type Language = 'en' | 'de';

/** What a person chose: a language, or the first of the device's that the page speaks. */
export type LanguageChoice = 'device' | Language;

/** Every language, each called by its own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** The first wish that is spoken here; English when none is. */
export function pickLanguage(choice: LanguageChoice, wishes: readonly string[]): Language {
  if (choice !== 'device') return choice;
  for (const wish of wishes) {
    const spoken = toLanguage(wish.toLowerCase().split('-')[0]);
    if (spoken !== null) return spoken;
  }
  return 'en';
}

/** The language of that name; null: the page speaks none such. */
export function toLanguage(text: string | null | undefined): Language | null {
  return text === 'en' || text === 'de' ? text : null;
}
