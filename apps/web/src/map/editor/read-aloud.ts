import type { Editor } from '@bough/editor';
import { language } from '../../words/index.ts';

/** Has screen readers told what items have, and their words as one sees them; what says it comes once the map is on its way. */
export function readAloud(editor: Editor): void {
  void import('./heard-item.ts').then(
    ({ tellItems }) => tellItems(editor, language),
    () => undefined,
  );
}
