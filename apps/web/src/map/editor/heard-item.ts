import type { EditorSettings } from '@bough/editor';
import { heardWords } from '@bough/editor/heard-words';
import type { Language } from '../../words/language.ts';
import { LINK_WORDS, readsOf } from '../../words/screens/field-words.ts';

/** What a screen reader is told of an item, in this language. */
export function heardIn(language: Language): NonNullable<EditorSettings['reads']> {
  return (item, counts) => ({
    words: heardWords(item, LINK_WORDS[language]),
    beside: readsOf(item, counts, language),
  });
}
