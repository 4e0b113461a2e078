import type { CommandId, Editor, EditorSnapshot } from '@bough/editor';
import { X } from 'lucide-react';
import { lazy } from 'react';
import { Part } from '../../shell/part.tsx';
import { words } from '../../words/index.ts';
import { useTold } from './told.ts';

// Fetched with a large map that is seen for the first time.
const FoldedHint = lazy(async () => ({ default: (await import('../folded-hint.tsx')).FoldedHint }));

const LONGEST_SHOWN = 40;

/** The button goes with what it did: the keyboard is the map's again. */
function runFrom(editor: Editor, command: CommandId): void {
  editor.run(command);
  editor.focus();
}

/** Whoever types over an item may have meant to begin another. */
function Replaced({ editor, words: before }: { readonly editor: Editor; readonly words: string }) {
  const [first = ''] = before.split('\n');
  const shown =
    first.length < before.length || first.length > LONGEST_SHOWN ? `${first.slice(0, LONGEST_SHOWN)}…` : first;
  return (
    <p className="quiet-note with-button">
      {words.panel.replaced(shown)}
      <button
        type="button"
        className="button"
        // What is written has the keyboard until it is told where it goes on.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          editor.keepReplaced();
          editor.focus();
        }}
      >
        {words.panel.notReplaced}
      </button>
    </p>
  );
}

/** The one line at the foot of the map: what is going on that the map itself does not show. */
export function QuietNote({ editor, snapshot }: { readonly editor: Editor; readonly snapshot: EditorSnapshot }) {
  const told = useTold();
  const { linking, focusOn, present, isKept } = snapshot;
  if (linking !== null) return <p className="quiet-note">{words.panel.link.choose}</p>;
  if (snapshot.isCutOff) {
    return (
      <p className="quiet-note with-button warning">
        {words.editor.said.cutOff}
        <button type="button" className="button" onClick={() => runFrom(editor, 'undo')}>
          {words.panel.cutOff}
        </button>
      </p>
    );
  }
  if (snapshot.replaced !== null) return <Replaced editor={editor} words={snapshot.replaced} />;
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
        <button type="button" className="button" onClick={() => runFrom(editor, 'focus-branch')}>
          <X size={15} strokeWidth={1.5} />
          {words.panel.focus.end}
        </button>
      </p>
    );
  }
  if (snapshot.isOpenedFolded && present === null) {
    return (
      <Part onFailed={() => editor.endFoldNews()}>
        <FoldedHint editor={editor} snapshot={snapshot} />
      </Part>
    );
  }
  if (isKept) return null;
  return (
    <p className="quiet-note warning" role="alert">
      {words.panel.unkept}
    </p>
  );
}
