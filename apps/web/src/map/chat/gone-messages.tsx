import { sheetWords } from '../../words/screens/sheet-words.ts';
import { type Edits, editsOfGone } from '../comments/edits.ts';
import { GoneWords } from '../comments/gone-words.tsx';
import type { Message } from '../comments/thread-list.ts';
import type { ChatReader } from './message-view.tsx';

interface GoneMessagesProps {
  readonly edits: Edits;
  readonly chat: readonly Message[];
  readonly reader: ChatReader;
}

/** The words that somebody wrote for messages of theirs which were removed meanwhile. */
export function GoneMessages({ edits, chat, reader: { editor, role, onEdit } }: GoneMessagesProps) {
  const there = chat.map(({ id }) => id);
  return editsOfGone(edits, there).map(([id, text]) => (
    <GoneWords
      key={id}
      said={sheetWords().chat}
      text={text}
      onText={(next) => onEdit(id, next)}
      onSay={role === 'view' ? null : (words) => editor.say(words)}
    />
  ));
}
