import { language } from '../index.ts';
import type { Language } from '../language.ts';

/** Words in every language; called, they come in the page's. */
export interface Said<W> extends Readonly<Record<Language, W>> {
  (): W;
}

/** What only a part of the page says, fetched with it: the English decides what there is to say. */
export function said<W>(en: W, de: NoInfer<W>): Said<W> {
  const all = { en, de };
  return Object.assign(() => all[language], all);
}
