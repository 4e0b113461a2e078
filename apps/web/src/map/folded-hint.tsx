import type { Editor, EditorSnapshot } from '@bough/editor';
import { ChevronsUpDown, X } from 'lucide-react';
import { words } from '../words/index.ts';

/** Says that a large map has opened folded, and how all of it is shown, until the person folds or opens something. The editor tells it to screen readers. */
export function FoldedHint({ editor, snapshot }: { readonly editor: Editor; readonly snapshot: EditorSnapshot }) {
  const close = () => {
    editor.endFoldNews();
    editor.focus();
  };
  return (
    <p className="quiet-note with-button">
      {words.map.openedFolded(snapshot.items)}
      <button
        type="button"
        className="button"
        onClick={() => {
          editor.run('unfold-all');
          editor.focus();
        }}
      >
        <ChevronsUpDown size={15} strokeWidth={1.5} aria-hidden="true" />
        {words.commands['unfold-all']}
      </button>
      <button type="button" className="button icon" aria-label={words.close} onClick={close}>
        <X size={15} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </p>
  );
}
