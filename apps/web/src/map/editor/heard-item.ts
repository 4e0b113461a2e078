import type { Editor, EditorSettings } from '@bough/editor';
import type { Language } from '../../words/language.ts';
import { LINK_WORDS, readsOf } from '../../words/screens/heard-words.ts';

type Reads = NonNullable<EditorSettings['reads']>;

/** What marks, formulas and addresses are written with. */
const WRITTEN = /[*_~`[\\#<$]|:\/\//;

/** Has who hears the map told what items have, and their words as one sees them; what reads these is fetched for the first that needs it. */
export function tellItems(editor: Editor, language: Language): void {
  let isAsked = false;
  const ask = async (): Promise<void> => {
    isAsked = true;
    const { heardWords } = await import('@bough/editor/heard-words');
    tell((item) => heardWords(item, LINK_WORDS[language]));
  };
  const tell = (heard: ((item: Parameters<Reads>[0]) => string) | null): void =>
    editor.configure({
      reads: (item, counts) => {
        const isPlain = !WRITTEN.test(item.text);
        if (!isPlain && !isAsked) ask().catch(() => undefined);
        return { words: isPlain || heard === null ? item.text : heard(item), beside: readsOf(item, counts, language) };
      },
    });
  tell(null);
}
