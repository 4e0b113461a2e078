import type { MapId, PersonId } from '@bough/base';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { ArrowDown } from 'lucide-react';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { type Edits, useEdits } from '../comments/edits.ts';
import type { Message } from '../comments/thread-list.ts';
import { asThread } from '../comments/unread.ts';
import { OF_CHAT, useUnsaid } from '../comments/unsaid.ts';
import { useReading } from '../comments/use-reading.ts';
import { useSeen } from '../comments/use-seen.ts';
import { rowAt } from '../outline/row-window.ts';
import { beginningOf } from '../panels/beginning.ts';
import type { Panel } from '../panels/panel.ts';
import { SideSheet } from '../panels/side-sheet.tsx';
import { useMapPeople } from '../people/use-map-people.ts';
import { ChatField } from './chat-field.tsx';
import { type ChatRow, rowsOf } from './chat-rows.ts';
import { GoneMessages } from './gone-messages.tsx';
import { type ChatReader, MessageView } from './message-view.tsx';
import { useChatWindow } from './use-chat-window.ts';
import '../comments/comments.css';
import './chat.css';

interface ChatSheetProps {
  readonly map: MapId;
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly person: PersonId;
  readonly onClose: () => void;
  /** Another one each time that somebody asks for the chat: the keyboard goes there then. */
  readonly asked: object;
  /** The message that an address leads to. */
  readonly marked: string | null;
  readonly onPanel: (panel: Panel) => void;
}

/** The chat of the map: short messages by time, and a field for the next one. */
export function ChatSheet({ map, editor, snapshot, person, onClose, asked, marked, onPanel }: ChatSheetProps) {
  const words = sheetWords();
  const chat = editor.chat();
  const { nameOf, names } = useMapPeople(map, person, snapshot);
  const { newMessages, isKnown, markRead } = useReading({ map, editor, snapshot, person });
  const unsaid = useUnsaid(person, map);
  const { edits, write: onEdit } = useEdits(person, map, 'messages');
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (marked === null) field.current?.focus();
  }, [asked, marked]);
  const opening = useOpening(isKnown);
  const { role } = snapshot;
  const reader = useMemo(
    () => ({ map, editor, person, role, nameOf, onEdit }),
    [map, editor, person, role, nameOf, onEdit],
  );
  const isLost = marked !== null && !chat.some(({ id }) => id === marked);
  return (
    <SideSheet
      title={words.chat.title}
      onClose={onClose}
      beside={
        <button type="button" className="button" onClick={() => onPanel({ kind: 'all-comments' })}>
          {words.comments.all}
        </button>
      }
    >
      {isLost ? <p className="chat-none thread-lost">{words.chat.lost}</p> : null}
      {chat.length === 0 ? <p className="chat-none">{words.chat.none}</p> : null}
      <Messages
        key={opening}
        chat={chat}
        reader={reader}
        edits={edits}
        firstNew={newMessages[0]?.id ?? null}
        marked={marked}
        onSeen={markRead}
      />
      <GoneMessages edits={edits} chat={chat} reader={reader} />
      {role === 'view' ? null : (
        <ChatField
          field={field}
          names={names}
          text={unsaid.about(OF_CHAT)}
          onText={(text) => unsaid.write(OF_CHAT, text)}
          onSay={(text) => editor.say(text)}
        />
      )}
      <Heard chat={chat} reader={reader} />
    </SideSheet>
  );
}

/**
 * Which opening of the list this is: what is new is known with the first reading, and only then it is clear where the chat
 * opens, so it opens anew. Somebody who is at a message by then is left there.
 */
function useOpening(isKnown: boolean): 'before' | 'known' {
  const [opening, setOpening] = useState<'before' | 'known'>(isKnown ? 'known' : 'before');
  useLayoutEffect(() => {
    if (isKnown && document.querySelector('.chat-list:focus-within') === null) setOpening('known');
  }, [isKnown]);
  return opening;
}

interface MessagesProps {
  readonly chat: readonly Message[];
  readonly reader: ChatReader;
  readonly edits: Edits;
  readonly firstNew: Message['id'] | null;
  readonly marked: string | null;
  readonly onSeen: ReturnType<typeof useReading>['markRead'];
}

/** The messages, those in sight of them. */
function Messages({ chat, reader, edits, firstNew, marked, onSeen }: MessagesProps) {
  const list = useRef<HTMLDivElement>(null);
  // What was new when it was opened stays marked while it is read.
  const [opened] = useState(firstNew);
  const rows = useMemo(() => rowsOf(chat, opened), [chat, opened]);
  const wanted = marked ?? opened;
  const [opensAt] = useState(() => chat.findIndex(({ id }) => id === wanted));
  const edited = useMemo(() => chat.flatMap(({ id }, at) => (edits[id] === undefined ? [] : [at])), [chat, edits]);
  const seen = useChatWindow(list, rows, opensAt, edited);
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const { stay } = seen;
  const showWhole = useCallback(
    (id: string) => {
      // One reads on where one was, though the list grows below.
      stay();
      setWhole((before) => new Set([...before, id]));
    },
    [stay],
  );
  useRead(rows, seen, onSeen);
  return (
    <div className="chat">
      <div ref={list} className="chat-list" tabIndex={0} role="feed" aria-label={sheetWords().chat.list}>
        <div className="chat-rows" style={{ height: seen.total }}>
          {seen.at.map((at) => {
            const row = rows[at];
            if (row === undefined) return null;
            return (
              <MessageView
                key={row.message.id}
                {...reader}
                row={row}
                at={at + 1}
                count={rows.length}
                top={seen.tops[at] ?? 0}
                edit={edits[row.message.id] ?? null}
                isWhole={whole.has(row.message.id)}
                onWhole={showWhole}
                isMarked={row.message.id === marked}
              />
            );
          })}
        </div>
      </div>
      {seen.isAtEnd ? null : (
        <IconButton className="chat-end" name={sheetWords().chat.toEnd} onPress={seen.goToEnd}>
          <ArrowDown size={16} strokeWidth={1.5} />
        </IconButton>
      )}
    </div>
  );
}

/** Says how far the chat has been read: up to the last message that is in sight. */
function useRead(
  rows: readonly ChatRow[],
  { tops, view, isAtEnd }: Pick<ReturnType<typeof useChatWindow>, 'tops' | 'view' | 'isAtEnd'>,
  onSeen: MessagesProps['onSeen'],
): void {
  // What the window knows of the view is good to a third of a screen.
  const last = isAtEnd ? rows.length - 1 : rowAt(tops, view.top + (view.height * 2) / 3) - 1;
  const message = rows[last]?.message;
  const seen = useMemo(() => (message === undefined ? [] : [asThread([message])]), [message]);
  useSeen(seen, onSeen);
}

/** What others write while the chat is open is read aloud. */
function Heard({
  chat,
  reader: { person, nameOf },
}: {
  readonly chat: readonly Message[];
  readonly reader: ChatReader;
}) {
  const [before, setBefore] = useState(chat);
  const [said, setSaid] = useState('');
  if (before !== chat) {
    const [last] = chat.slice(-1);
    const isNew = last !== undefined && last.author !== person && last.at > (before.at(-1)?.at ?? 0);
    setBefore(chat);
    if (isNew) setSaid(sheetWords().chat.heard(nameOf(last.author), beginningOf(last.text)));
  }
  return (
    <p className="unseen" role="status">
      {said}
    </p>
  );
}
