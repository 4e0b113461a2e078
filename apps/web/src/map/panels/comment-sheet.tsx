import type { MapId, PersonId } from '@bough/base';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { language } from '../../words/index.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { sayWhen } from '../../words/when.ts';
import { useMapPeople } from '../people/use-map-people.ts';
import { answeredThread } from './answered-thread.ts';
import { Markdown } from './markdown.tsx';
import { SayField } from './say-field.tsx';
import { SideSheet } from './side-sheet.tsx';
import './comments.css';

interface CommentSheetProps {
  readonly map: MapId;
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly person: PersonId;
  readonly onClose: () => void;
  /** Another one each time that somebody asks for the comments: the keyboard goes there then, and never by itself. */
  readonly asked: object;
}

type Thread = ReturnType<Editor['threadsOf']>[number];

/** What people said about the selected item, and a field to say more. */
export function CommentSheet({ map, editor, snapshot, person, onClose, asked }: CommentSheetProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [asked]);
  const { focused, version } = snapshot;
  const { comments } = sheetWords();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version says that somebody said more
  const threads = useMemo(() => (focused === null ? [] : editor.threadsOf(focused.id)), [editor, focused, version]);
  const { nameOf, names } = useMapPeople(map, person, snapshot);
  const { answered, choose, say } = useAnswering({ editor, item: focused?.id ?? null, threads, field });
  const mayAnswer = snapshot.role !== 'view';
  return (
    <SideSheet title={comments.title} onClose={onClose}>
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
            mayAnswer={mayAnswer}
            isAnswered={mayAnswer && thread.id === answered}
            onAnswer={() => choose(thread.id)}
          />
        ))}
      </div>
      {focused === null || !mayAnswer ? null : (
        <>
          {answered === null ? null : (
            <button type="button" className="plain new-thread" onClick={() => choose('new')}>
              {comments.another}
            </button>
          )}
          <SayField
            label={answered === null ? comments.placeholder : comments.answerHere}
            field={field}
            names={names}
            onSay={say}
          />
        </>
      )}
    </SideSheet>
  );
}

interface Answering {
  readonly editor: Editor;
  readonly item: Thread['item'] | null;
  readonly threads: readonly Thread[];
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The thread that the next comment goes into, the way to choose another one, and to say something there. */
function useAnswering({ editor, item, threads, field }: Answering) {
  const [chosen, setChosen] = useState<Thread['id'] | 'new' | null>(null);
  const answered = answeredThread(threads, chosen);
  const choose = (next: Thread['id'] | 'new') => {
    setChosen(next);
    field.current?.focus();
  };
  const say = (text: string) => {
    if (item === null || !editor.comment(item, text, answered)) return false;
    // What was begun last is what is gone on with.
    setChosen(answered);
    return true;
  };
  return { answered, choose, say };
}

interface ThreadViewProps {
  readonly editor: Editor;
  readonly thread: Thread;
  readonly nameOf: (author: PersonId) => string;
  readonly mayAnswer: boolean;
  /** Whether the next comment goes here. */
  readonly isAnswered: boolean;
  readonly onAnswer: () => void;
}

function ThreadView({ editor, thread, nameOf, mayAnswer, isAnswered, onAnswer }: ThreadViewProps) {
  const { comments } = sheetWords();
  return (
    <article className="thread" data-resolved={thread.isResolved} data-answered={isAnswered}>
      {thread.comments.map((comment) => (
        <div key={comment.id} className="comment">
          <strong>{nameOf(comment.author)}</strong> <time>{sayWhen(comment.at, Date.now(), language)}</time>
          <Markdown text={comment.text} />
        </div>
      ))}
      {mayAnswer ? (
        <div className="thread-ways">
          {thread.isResolved || isAnswered ? null : (
            <button type="button" className="button" onClick={onAnswer}>
              {comments.answer}
            </button>
          )}
          <button type="button" className="button" onClick={() => editor.resolve(thread.id, !thread.isResolved)}>
            {thread.isResolved ? comments.reopen : comments.resolve}
          </button>
        </div>
      ) : null}
    </article>
  );
}
