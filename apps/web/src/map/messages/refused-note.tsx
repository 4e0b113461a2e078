import type { Editor, EditorSnapshot } from '@bough/editor';
import { lazy } from 'react';
import { Part } from '../../shell/part.tsx';
import { words } from '../../words/index.ts';
import { noticeWords } from '../../words/screens/notice-words.ts';

// Fetched when a server was restored.
const RestoredNote = lazy(async () => ({ default: (await import('./restored-note.tsx')).RestoredNote }));

interface RefusedNoteProps {
  readonly editor: Editor;
  readonly refused: EditorSnapshot['refused'];
}

/** A change of this person's that the map will never have: what was written in it is shown until they have seen it. */
export function RefusedNote({ editor, refused }: RefusedNoteProps) {
  const [first] = refused;
  if (first === undefined) return null;
  if (first.reason === 'restored')
    return (
      <Part onFailed={() => undefined}>
        <RestoredNote editor={editor} refused={refused} />
      </Part>
    );
  return (
    <div className="refused-note" role="alert">
      <p>{first.reason === 'denied' ? noticeWords().refusedDenied : noticeWords().refused}</p>
      {first.lost.length === 0 ? null : <blockquote>{first.lost.join('\n')}</blockquote>}
      <button
        type="button"
        className="button outlined"
        onClick={() => {
          editor.dismissRefused(first.counter);
          editor.focus();
        }}
      >
        {words.close}
      </button>
    </div>
  );
}
