/** The languages that the page speaks. */
export type Language = 'en' | 'de';

/** What a person chose: a language, or the first of the device's that the page speaks. */
export type LanguageChoice = 'device' | Language;

/** Every language, each called by its own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const KEY = 'bough.language';

/** The first wish that is spoken here; English when none is. */
export function pickLanguage(choice: LanguageChoice, wishes: readonly string[]): Language {
  if (choice !== 'device') return choice;
  for (const wish of wishes) {
    const spoken = toLanguage(wish.toLowerCase().split('-')[0]);
    if (spoken !== null) return spoken;
  }
  return 'en';
}

/** What was chosen on this device. */
export function readLanguageChoice(): LanguageChoice {
  try {
    return toLanguage(localStorage.getItem(KEY)) ?? 'device';
  } catch {
    return 'device';
  }
}

/** Remembers the choice on this device; a browser that keeps nothing follows the device. */
export function keepLanguageChoice(choice: LanguageChoice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Nothing is kept here; the page stays in the device's language.
  }
}

function toLanguage(text: string | null | undefined): Language | null {
  return text === 'en' || text === 'de' ? text : null;
}
