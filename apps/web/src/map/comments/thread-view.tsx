import type { PersonId } from '@bough/base';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { language } from '../../words/index.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { sayWhen } from '../../words/when.ts';
import { canEdit } from '../role.ts';
import { Markdown } from '../panels/markdown.tsx';
import { EditField } from './edit-field.tsx';
import type { Thread } from './thread-list.ts';

/** Who looks at a thread, and what they need to go on in it. */
export interface ThreadReader {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly person: PersonId;
  readonly nameOf: (author: PersonId) => string;
}

interface ThreadViewProps extends ThreadReader {
  readonly thread: Thread;
  /** Whether the next comment goes here. */
  readonly isAnswered: boolean;
  /** Whether somebody else has said something here that is new to this person. */
  readonly isNew?: boolean;
  /** The way to answer; null: not from here. */
  readonly onAnswer: (() => void) | null;
  /** Whatever stands above the thread. */
  readonly head?: ReactNode;
}

/** A thread: its words with their authors, and what this person may do to them. */
export function ThreadView({ thread, isAnswered, isNew = false, onAnswer, head, ...reader }: ThreadViewProps) {
  const { comments } = sheetWords();
  const { editor, snapshot } = reader;
  return (
    <article className="thread" data-resolved={thread.isResolved} data-answered={isAnswered}>
      {isNew ? <span className="thread-new">{comments.new}</span> : null}
      {head}
      {thread.comments.map((comment) => (
        <CommentView key={comment.id} {...reader} thread={thread.id} comment={comment} />
      ))}
      {snapshot.role === 'view' ? null : (
        <div className="thread-ways">
          {thread.isResolved || isAnswered || onAnswer === null ? null : (
            <button type="button" className="button" onClick={onAnswer}>
              {comments.answer}
            </button>
          )}
          <button type="button" className="button" onClick={() => editor.resolve(thread.id, !thread.isResolved)}>
            {thread.isResolved ? comments.reopen : comments.resolve}
          </button>
        </div>
      )}
    </article>
  );
}

interface CommentViewProps extends ThreadReader {
  readonly thread: Thread['id'];
  readonly comment: Thread['comments'][number];
}

/** One comment. Its author changes it; the author, and anyone who may edit, takes it away, which undo brings back. */
function CommentView({ editor, snapshot, person, nameOf, thread, comment }: CommentViewProps) {
  const { comments } = sheetWords();
  const [isEditing, setEditing] = useState(false);
  const isOwn = comment.author === person && snapshot.role !== 'view';
  const keep = (text: string | null) => {
    if (text !== comment.text) editor.editComment(thread, comment.id, text);
    setEditing(false);
  };
  return (
    <div className="comment">
      <p className="comment-head">
        <strong>{nameOf(comment.author)}</strong> <time>{sayWhen(comment.at, Date.now(), language)}</time>
        {isEditing ? null : (
          <span className="comment-ways">
            {isOwn ? (
              <IconButton name={comments.edit} onPress={() => setEditing(true)}>
                <Pencil size={14} strokeWidth={1.5} />
              </IconButton>
            ) : null}
            {isOwn || canEdit(snapshot) ? (
              <IconButton name={comments.remove} onPress={() => keep(null)}>
                <Trash2 size={14} strokeWidth={1.5} />
              </IconButton>
            ) : null}
          </span>
        )}
      </p>
      {isEditing ? (
        <EditField text={comment.text} onKeep={keep} onLeave={() => setEditing(false)} />
      ) : (
        <Markdown text={comment.text} />
      )}
    </div>
  );
}
