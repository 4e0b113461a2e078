import type { MapId, PersonId } from '@bough/base';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { Link, Pencil, Trash2 } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { messageAddress } from '../../shell/screen.ts';
import { language } from '../../words/index.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { sayDay } from '../../words/when.ts';
import type { WriteEdit } from '../comments/edits.ts';
import { EditField } from '../comments/edit-field.tsx';
import { AddReaction, Reactions } from '../comments/reactions.tsx';
import { Said } from '../comments/said.tsx';
import { copyAddress } from '../messages/copy-address.ts';
import { type ChatRow, daysAgo, timeOf } from './chat-rows.ts';

/** Who reads the chat, and what they may do there. */
export interface ChatReader {
  readonly map: MapId;
  readonly editor: Editor;
  readonly person: PersonId;
  readonly role: EditorSnapshot['role'];
  readonly nameOf: (author: PersonId) => string;
  readonly onEdit: WriteEdit;
}

interface MessageViewProps extends ChatReader {
  readonly row: ChatRow;
  /** Its place among all, from 1, of so many; and where it stands. */
  readonly at: number;
  readonly count: number;
  readonly top: number;
  /** Other words that its author writes for it; null: none. */
  readonly edit: string | null;
  /** Whether all of long words is shown, and the way to that. */
  readonly isWhole: boolean;
  readonly onWhole: (id: string) => void;
  /** Whether an address leads here. */
  readonly isMarked: boolean;
}

/** One message. Its author changes it; the author, and anyone who may edit the map, takes it away, which undo brings back. */
export const MessageView = memo(function MessageView(props: MessageViewProps) {
  const { row, at, count, top, edit, isWhole, isMarked, editor, person, role, nameOf, onEdit, onWhole } = props;
  const { message, hasHead, isDayFirst, isNewFirst } = row;
  // Words that were begun before this row came into the page leave the keyboard where it is.
  const [isStarted, setStarted] = useState(false);
  const view = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isMarked) view.current?.focus({ preventScroll: true });
  }, [isMarked]);
  const leave = () => {
    onEdit(message.id, null);
    view.current?.focus({ preventScroll: true });
  };
  const keep = (text: string | null) => {
    if (text === message.text || editor.editMessage(message.id, text)) leave();
  };
  const start = () => {
    onEdit(message.id, message.text);
    setStarted(true);
  };
  const reacting = { editor, person, nameOf, thread: null, comment: message };
  const when = timeOf(message.at);
  return (
    <article
      ref={view}
      className="message"
      style={{ top }}
      data-marked={isMarked}
      aria-posinset={at}
      aria-setsize={count}
      aria-label={`${nameOf(message.author)}, ${when}`}
      tabIndex={-1}
    >
      {isDayFirst ? <p className="chat-mark">{dayName(message.at)}</p> : null}
      {isNewFirst ? <p className="chat-mark is-new">{sheetWords().chat.new}</p> : null}
      {hasHead ? (
        <p className="message-head">
          <strong>{nameOf(message.author)}</strong> <time>{when}</time>
        </p>
      ) : null}
      {edit === null ? (
        <div className="message-words">
          <Said text={message.text} isWhole={isWhole} onWhole={() => onWhole(message.id)} />
          <Ways {...props} onStart={start} onRemove={() => keep(null)} />
        </div>
      ) : (
        <EditField
          text={edit}
          onText={(text) => onEdit(message.id, text)}
          label={sheetWords().chat.editing}
          takesKeyboard={isStarted}
          onKeep={keep}
          onLeave={leave}
        />
      )}
      <Reactions {...reacting} isFixed={role === 'view'} />
    </article>
  );
});

interface WaysProps extends MessageViewProps {
  readonly onStart: () => void;
  readonly onRemove: () => void;
}

/** What can be done with a message: seen beside it while somebody is at it. */
function Ways({ map, editor, person, role, nameOf, row: { message }, onStart, onRemove }: WaysProps) {
  const { chat } = sheetWords();
  const mayWrite = role !== 'view';
  const isOwn = message.author === person && mayWrite;
  const mayEdit = role === null || role === 'edit' || role === 'own';
  return (
    <span className="message-ways">
      {mayWrite ? <AddReaction {...{ editor, person, nameOf, thread: null, comment: message }} /> : null}
      <IconButton name={chat.link} onPress={() => void copyAddress(messageAddress(map, message.id))}>
        <Link size={14} strokeWidth={1.5} />
      </IconButton>
      {isOwn ? (
        <IconButton name={chat.edit} onPress={onStart}>
          <Pencil size={14} strokeWidth={1.5} />
        </IconButton>
      ) : null}
      {isOwn || mayEdit ? (
        <IconButton name={chat.remove} onPress={onRemove}>
          <Trash2 size={14} strokeWidth={1.5} />
        </IconButton>
      ) : null}
    </span>
  );
}

function dayName(at: number): string {
  const ago = daysAgo(at, Date.now());
  const { today, yesterday } = sheetWords().chat;
  if (ago <= 0) return today;
  return ago === 1 ? yesterday : sayDay(at, language);
}
