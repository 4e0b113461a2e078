import type { Editor, EditorSnapshot } from '@bough/editor';
import { X } from 'lucide-react';
import { words } from '../../words/index.ts';
import { useTold } from './told.ts';

/** The one line at the foot of the map: what is going on that the map itself does not show. */
export function QuietNote({ editor, snapshot }: { readonly editor: Editor; readonly snapshot: EditorSnapshot }) {
  const told = useTold();
  const { linking, focusOn, present, isKept } = snapshot;
  if (linking !== null) return <p className="quiet-note">{words.panel.link.choose}</p>;
  if (told !== null) {
    return (
      <p className="quiet-note" role="status">
        {told}
      </p>
    );
  }
  if (focusOn !== null && present === null) {
    return (
      <p className="quiet-note with-button">
        {words.panel.focus.on(focusOn.text.slice(0, 60))}
        <button type="button" className="button" onClick={() => editor.run('focus-branch')}>
          <X size={15} strokeWidth={1.5} />
          {words.panel.focus.end}
        </button>
      </p>
    );
  }
  if (isKept) return null;
  return (
    <p className="quiet-note warning" role="alert">
      {words.panel.unkept}
    </p>
  );
}
