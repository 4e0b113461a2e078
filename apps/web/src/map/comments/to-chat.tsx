import { sheetWords } from '../../words/screens/sheet-words.ts';
import type { Panel } from '../panels/panel.ts';

interface ToChatProps {
  /** How many messages are new. */
  readonly count: number;
  readonly onPanel: (panel: Panel) => void;
}

/** The way from comments to the chat. */
export function ToChat({ count, onPanel }: ToChatProps) {
  const { chat } = sheetWords();
  return (
    <button type="button" className="button" onClick={() => onPanel({ kind: 'chat' })}>
      {chat.title}
      {count === 0 ? null : (
        <span className="new-count" role="img" aria-label={chat.unread(count)}>
          {count}
        </span>
      )}
    </button>
  );
}
