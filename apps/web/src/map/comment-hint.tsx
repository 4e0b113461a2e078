import type { Editor, EditorSnapshot } from '@bough/editor';
import { MessageSquare } from 'lucide-react';
import { noticeWords } from '../words/screens/notice-words.ts';
import { useTold } from './messages/told.ts';

interface CommentHintProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
}

/** Tells somebody who may comment, and nothing else, how that is done, until a comment of theirs can be written. It makes way for a sentence that is told. */
export function CommentHint({ editor, snapshot }: CommentHintProps) {
  if (useTold() !== null) return null;
  return (
    <p className="quiet-note with-button">
      {noticeWords().commentHint}
      <button
        type="button"
        className="button"
        disabled={snapshot.focused === null}
        onClick={() => editor.run('comment')}
      >
        <MessageSquare size={15} strokeWidth={1.5} aria-hidden="true" />
        {noticeWords().commentOpen}
      </button>
    </p>
  );
}
