import type { Editor, EditorSnapshot } from '@bough/editor';
import { type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { words } from '../../words/index.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { canEdit } from '../role.ts';
import { Gone } from './gone.tsx';
import { useHeldItem } from './held-item.ts';
import { Markdown } from './markdown.tsx';
import { SideSheet } from './side-sheet.tsx';
import { useDraft } from '../editor/use-draft.ts';

interface NoteSheetProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly onClose: () => void;
  /** Another one each time that somebody asks for the note: the keyboard goes there then, and never by itself. */
  readonly asked: object;
}

/** The long note of the selected item, written as one types; it follows the selection. */
export function NoteSheet({ editor, snapshot, onClose, asked }: NoteSheetProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), [asked]);
  const [isWriting, setWriting] = useState(false);
  const held = useHeldItem(editor, snapshot, () => isWriting);
  if (held === null) {
    return (
      <SideSheet title={words.commands.note} onClose={onClose}>
        <p className="side-sheet-of">{sheetWords().note.choose}</p>
      </SideSheet>
    );
  }
  const { item, isGone } = held;
  return (
    <SideSheet title={words.commands.note} onClose={onClose}>
      <p className="side-sheet-of">{item.text}</p>
      {isGone ? <Gone text={sheetWords().note.gone} /> : null}
      <NoteText
        key={item.id}
        isFixed={!canEdit(snapshot)}
        onWriting={setWriting}
        {...{ field, editor, item, isWriting }}
      />
    </SideSheet>
  );
}

interface NoteTextProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly editor: Editor;
  readonly item: NonNullable<EditorSnapshot['focused']>;
  readonly isFixed: boolean;
  readonly isWriting: boolean;
  readonly onWriting: (isWriting: boolean) => void;
}

function NoteText({ field, editor, item, isFixed, isWriting, onWriting }: NoteTextProps) {
  const [note, type] = useDraft(item.note, (next) => editor.setNote(item.id, next));
  const isRead = note !== '' && (isFixed || !isWriting);
  const write = (event: MouseEvent) => {
    const isLink = event.target instanceof Element && event.target.closest('a') !== null;
    if (!isFixed && !isLink && getSelection()?.isCollapsed !== false) field.current?.focus();
  };
  return (
    <>
      {isRead ? (
        <div className="note-read" data-fixed={isFixed ? '' : undefined} onClick={write}>
          <Markdown text={note} />
        </div>
      ) : null}
      <textarea
        ref={field}
        className={isRead ? 'note-text behind' : 'note-text'}
        aria-label={sheetWords().note.of(item.text)}
        placeholder={sheetWords().note.placeholder}
        readOnly={isFixed}
        value={note}
        onFocus={() => onWriting(true)}
        onBlur={() => onWriting(false)}
        onChange={(event) => type(event.target.value)}
      />
    </>
  );
}
