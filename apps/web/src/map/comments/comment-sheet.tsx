import type { MapId, PersonId } from '@bough/base';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MapPlace } from '../../shell/screen.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { useMapPeople } from '../people/use-map-people.ts';
import { answeredThread } from './answered-thread.ts';
import type { Panel } from '../panels/panel.ts';
import { SideSheet } from '../panels/side-sheet.tsx';
import { Gone } from '../panels/gone.tsx';
import { useHeldItem } from '../panels/held-item.ts';
import { isEditedOn, useEdits } from './edits.ts';
import { GoneComments } from './gone-comments.tsx';
import { SayField } from './say-field.tsx';
import { useReading } from './use-reading.ts';
import { useUnsaid } from './unsaid.ts';
import { useSeen } from './use-seen.ts';
import type { Thread } from './thread-list.ts';
import { ThreadView } from './thread-view.tsx';
import { ToChat } from './to-chat.tsx';
import './comments.css';

interface CommentSheetProps {
  readonly map: MapId;
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly person: PersonId;
  readonly onClose: () => void;
  /** Another one each time that somebody asks for the comments: the keyboard goes there then, and never by itself. */
  readonly asked: object;
  /** The comment that an address leads to. */
  readonly marked: MapPlace | null;
  readonly onPanel: (panel: Panel) => void;
}

/** What people said about the selected item, and a field to say more. */
export function CommentSheet({ map, editor, snapshot, person, onClose, asked, marked, onPanel }: CommentSheetProps) {
  const field = useFocused(marked === null ? asked : null);
  const { version } = snapshot;
  const { comments } = sheetWords();
  const unsaid = useUnsaid(person, map);
  const { edits, write: onEdit } = useEdits(person, map, 'comments');
  const held = useHeldItem(editor, snapshot, ({ id }) => unsaid.about(id) !== '' || isEditedOn(edits, id));
  const item = held?.item ?? null;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version says that somebody said more
  const threads = useMemo(() => (item === null ? [] : editor.threadsOf(item.id)), [editor, item, version]);
  const { nameOf, personOf, names } = useMapPeople(map, person, snapshot);
  const { answered, choose, say } = useAnswering({ editor, item: item?.id ?? null, threads, field });
  const { markRead, newMessages } = useReading({ map, editor, snapshot, person });
  useSeen(threads, markRead);
  const mayAnswer = snapshot.role !== 'view';
  return (
    <SideSheet
      title={comments.title}
      onClose={onClose}
      beside={
        <>
          <ToAll onPanel={onPanel} />
          <ToChat count={newMessages.length} onPanel={onPanel} />
        </>
      }
    >
      <p className="side-sheet-of">{item?.text}</p>
      {held?.isGone === true ? <Gone text={comments.gone} /> : null}
      {marked === null || marked.item !== item?.id ? null : <Lost comment={marked.comment} threads={threads} />}
      <div className="threads">
        {threads.length === 0 ? (
          <p className="threads-none">{item === null ? comments.choose : comments.none}</p>
        ) : null}
        {threads.map((thread) => (
          <ThreadView
            key={thread.id}
            {...{ map, editor, snapshot, person, nameOf, personOf, thread, edits, onEdit }}
            marked={marked?.comment ?? null}
            isAnswered={mayAnswer && thread.id === answered}
            onAnswer={() => choose(thread.id)}
          />
        ))}
      </div>
      {item === null ? null : <GoneComments {...{ editor, snapshot, edits, onEdit }} about={item.id} items={[item]} />}
      {item === null || !mayAnswer ? null : (
        <>
          {answered === null ? null : <NewThread onPress={() => choose('new')} />}
          <SayField
            label={answered === null ? comments.placeholder : comments.answerHere}
            field={field}
            names={names}
            text={unsaid.about(item.id)}
            onText={(text) => unsaid.write(item.id, text)}
            onSay={say}
          />
        </>
      )}
    </SideSheet>
  );
}

/** The way to the comments of all items. */
function ToAll({ onPanel }: Pick<CommentSheetProps, 'onPanel'>) {
  return (
    <button type="button" className="button" onClick={() => onPanel({ kind: 'all-comments' })}>
      {sheetWords().comments.all}
    </button>
  );
}

function NewThread({ onPress }: { readonly onPress: () => void }) {
  return (
    <button type="button" className="plain new-thread" onClick={onPress}>
      {sheetWords().comments.another}
    </button>
  );
}

/** Says so where an address leads to a comment that is not there. */
function Lost({ comment, threads }: { readonly comment: string | null; readonly threads: readonly Thread[] }) {
  const isThere = threads.some(({ comments }) => comments.some(({ id }) => id === comment));
  return isThere ? null : <p className="threads-none thread-lost">{sheetWords().comments.lost}</p>;
}

/** A field that has the keyboard each time that somebody asks for it; null: nobody does. */
function useFocused(asked: object | null): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (asked !== null) field.current?.focus();
  }, [asked]);
  return field;
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
