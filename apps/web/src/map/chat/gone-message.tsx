import { useLayoutEffect, useRef } from 'react';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import type { Message } from '../comments/thread-list.ts';
import { Gone } from '../panels/gone.tsx';
import { type Edits, editsOfGone } from './edits.ts';
import type { ChatReader } from './message-view.tsx';

interface GoneMessagesProps {
  readonly edits: Edits;
  readonly chat: readonly Message[];
  readonly reader: ChatReader;
}

/** The words that somebody wrote for messages of theirs which were removed meanwhile: they can be sent, copied or left. */
export function GoneMessages({ edits, chat, reader: { editor, role, onEdit } }: GoneMessagesProps) {
  return editsOfGone(edits, chat).map(([id, text]) => (
    <GoneMessage
      key={id}
      text={text}
      onText={(next) => onEdit(id, next === '' ? null : next)}
      onSay={role === 'view' ? null : () => editor.say(text.trim())}
      onLeave={() => onEdit(id, null)}
    />
  ));
}

interface GoneMessageProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Sends the words as a new message; false: it was not taken. null: this person may write none. */
  readonly onSay: (() => boolean) | null;
  readonly onLeave: () => void;
}

function GoneMessage({ text, onText, onSay, onLeave }: GoneMessageProps) {
  const { chat } = sheetWords();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    // The field in which they were being written went away with the keyboard in it: what is typed on belongs here, not to the map.
    if (document.activeElement !== document.body) return;
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  return (
    <div className="chat-gone comment-edit">
      <Gone text={chat.gone} />
      <textarea
        ref={field}
        className="field"
        aria-label={chat.editing}
        rows={2}
        maxLength={10_000}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <div className="thread-ways">
        {onSay === null ? null : (
          <button
            type="button"
            className="button"
            onClick={() => {
              if (onSay()) onLeave();
            }}
          >
            {chat.sayAgain}
          </button>
        )}
        <button type="button" className="button" onClick={onLeave}>
          {chat.discard}
        </button>
      </div>
    </div>
  );
}
