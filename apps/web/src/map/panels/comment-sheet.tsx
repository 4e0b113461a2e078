import type { PersonId } from '@bough/base';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { useEffect, useMemo, useRef } from 'react';
import { language, words } from '../../words/index.ts';
import { sayWhen } from '../../words/when.ts';
import { SayField } from './say-field.tsx';
import { SideSheet } from './side-sheet.tsx';
import './comments.css';

interface CommentSheetProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly person: PersonId;
  readonly onClose: () => void;
  /** Another one each time that somebody asks for the comments: the keyboard goes there then, and never by itself. */
  readonly asked: object;
}

type Thread = ReturnType<Editor['threadsOf']>[number];

/** What people said about the selected item, and a field to say more. */
export function CommentSheet({ editor, snapshot, person, onClose, asked }: CommentSheetProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [asked]);
  const { focused, version } = snapshot;
  const { comments } = words.panel;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version says that somebody said more
  const threads = useMemo(() => (focused === null ? [] : editor.threadsOf(focused.id)), [editor, focused, version]);
  const nameOf = (author: PersonId) =>
    author === person
      ? words.panel.history.you
      : (snapshot.people.find((one) => one.person === author)?.name ?? words.panel.history.somebody);
  const names = snapshot.people.filter((one) => one.person !== person).map(({ name }) => name);
  const close = () => {
    onClose();
    editor.focus();
  };
  return (
    <SideSheet title={comments.title} onClose={close}>
      <p className="side-sheet-of">{focused?.text}</p>
      <div className="threads">
        {threads.length === 0 ? (
          <p className="side-sheet-of">{focused === null ? comments.choose : comments.none}</p>
        ) : null}
        {threads.map((thread) => (
          <ThreadView
            key={thread.id}
            editor={editor}
            thread={thread}
            nameOf={nameOf}
            names={names}
            mayAnswer={snapshot.role !== 'view'}
          />
        ))}
      </div>
      {focused === null || snapshot.role === 'view' ? null : (
        <SayField
          label={comments.placeholder}
          field={field}
          names={names}
          onSay={(text) => editor.comment(focused.id, text, null)}
        />
      )}
    </SideSheet>
  );
}

interface ThreadViewProps {
  readonly editor: Editor;
  readonly thread: Thread;
  readonly nameOf: (author: PersonId) => string;
  readonly names: readonly string[];
  readonly mayAnswer: boolean;
}

function ThreadView({ editor, thread, nameOf, names, mayAnswer }: ThreadViewProps) {
  const { comments } = words.panel;
  return (
    <article className="thread" data-resolved={thread.isResolved}>
      {thread.comments.map((comment) => (
        <p key={comment.id}>
          <strong>{nameOf(comment.author)}</strong> <time>{sayWhen(comment.at, Date.now(), language)}</time>
          <span>{comment.text}</span>
        </p>
      ))}
      {mayAnswer ? (
        <>
          {thread.isResolved ? null : (
            <SayField
              label={comments.answer}
              names={names}
              onSay={(text) => editor.comment(thread.item, text, thread.id)}
            />
          )}
          <button type="button" className="button" onClick={() => editor.resolve(thread.id, !thread.isResolved)}>
            {thread.isResolved ? comments.reopen : comments.resolve}
          </button>
        </>
      ) : null}
    </article>
  );
}
