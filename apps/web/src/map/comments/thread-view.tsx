import type { MapId, PersonId } from '@bough/base';
import type { PersonName } from '@bough/contracts';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { Link, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Face } from '../../faces-of-people/face.tsx';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { firstLetters } from '../../words/letters.ts';
import { language } from '../../words/index.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { mapAddress } from '../../shell/screen.ts';
import { copyAddress } from '../messages/copy-address.ts';
import { sayWhen } from '../../words/when.ts';
import { canEdit } from '../role.ts';
import { commentKey, type Edits, type WriteEdit } from './edits.ts';
import { EditField } from './edit-field.tsx';
import { AddReaction, Reactions } from './reactions.tsx';
import { Said } from './said.tsx';
import type { MapPeopleHere } from '../people/use-map-people.ts';
import type { Thread } from './thread-list.ts';

/** Who looks at a thread, and what they need to go on in it. */
export interface ThreadReader {
  readonly map: MapId;
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly person: PersonId;
  readonly nameOf: (author: PersonId) => string;
  readonly personOf: MapPeopleHere['personOf'];
  /** The comment that an address leads to. */
  readonly marked: string | null;
  /** What this person is changing of their own. */
  readonly edits: Edits;
  readonly onEdit: WriteEdit;
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
        <CommentView key={comment.id} {...reader} thread={thread} comment={comment} />
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
  readonly thread: Thread;
  readonly comment: Thread['comments'][number];
}

/** One comment. Its author changes it; the author, and anyone who may edit, takes it away, which undo brings back. */
function CommentView({ thread, comment, edits, onEdit, ...reader }: CommentViewProps) {
  const { editor, snapshot, person, nameOf, personOf, marked } = reader;
  const { comments } = sheetWords();
  const key = commentKey(thread, comment.id);
  const edit = edits[key] ?? null;
  // Words that were begun before this comment came into the page leave the keyboard where it is.
  const [isStarted, setStarted] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const view = useRef<HTMLDivElement>(null);
  const isMarked = comment.id === marked;
  useEffect(() => {
    if (!isMarked) return;
    view.current?.scrollIntoView({ block: 'center' });
    view.current?.focus({ preventScroll: true });
  }, [isMarked]);
  const reacting = { editor, person, nameOf, thread: thread.id, comment };
  const keep = (text: string | null) => {
    if (text === comment.text || editor.editComment(thread.id, comment.id, text)) onEdit(key, null);
  };
  const start = () => {
    onEdit(key, comment.text);
    setStarted(true);
  };
  return (
    <div ref={view} className="comment" data-marked={isMarked} tabIndex={isMarked ? -1 : undefined}>
      <p className="comment-head">
        <CommentFace person={personOf(comment.author)} />
        <strong>{nameOf(comment.author)}</strong> <time>{sayWhen(comment.at, Date.now(), language)}</time>
        {edit === null ? (
          <CommentWays {...reader} {...{ thread, comment }} onStart={start} onRemove={() => keep(null)} />
        ) : null}
      </p>
      {edit === null ? (
        <Said text={comment.text} isWhole={isWhole} onWhole={() => setWhole(true)} />
      ) : (
        <EditField
          text={edit}
          onText={(text) => onEdit(key, text)}
          label={comments.editing}
          takesKeyboard={isStarted}
          onKeep={keep}
          onLeave={() => onEdit(key, null)}
        />
      )}
      <Reactions {...reacting} isFixed={snapshot.role === 'view'} />
    </div>
  );
}

interface CommentWaysProps extends Pick<ThreadReader, 'map' | 'editor' | 'snapshot' | 'person' | 'nameOf'> {
  readonly thread: Thread;
  readonly comment: Thread['comments'][number];
  readonly onStart: () => void;
  readonly onRemove: () => void;
}

/** What can be done with a comment. */
function CommentWays(props: CommentWaysProps) {
  const { map, editor, snapshot, person, nameOf, thread, comment, onStart, onRemove } = props;
  const { comments } = sheetWords();
  const isOwn = comment.author === person && snapshot.role !== 'view';
  return (
    <span className="comment-ways">
      {snapshot.role === 'view' ? null : <AddReaction {...{ editor, person, nameOf, thread: thread.id, comment }} />}
      <IconButton
        name={comments.link}
        onPress={() => void copyAddress(`${mapAddress(map, thread.item)}&comment=${comment.id}`)}
      >
        <Link size={14} strokeWidth={1.5} />
      </IconButton>
      {isOwn ? (
        <IconButton name={comments.edit} onPress={onStart}>
          <Pencil size={14} strokeWidth={1.5} />
        </IconButton>
      ) : null}
      {isOwn || canEdit(snapshot) ? (
        <IconButton name={comments.remove} onPress={onRemove}>
          <Trash2 size={14} strokeWidth={1.5} />
        </IconButton>
      ) : null}
    </span>
  );
}

function CommentFace({ person }: { readonly person: PersonName | null }) {
  if (person === null) return null;
  return (
    <span className="face-dot comment-face" data-hue={person.hue} aria-hidden="true">
      <Face person={person.id} letters={firstLetters(person.name.trim(), 1).toLocaleUpperCase()} />
    </span>
  );
}
