import type { Editor } from '@bough/editor';
import { language } from '../../words/index.ts';

/** Has screen readers told what an item has beside its words; what is said of fields comes once the map is on its way. */
export function readAloud(editor: Editor): void {
  void import('../../words/screens/field-words.ts').then(
    ({ readsOf }) => editor.configure({ reads: (item, counts) => readsOf(item, counts, language) }),
    () => undefined,
  );
}
