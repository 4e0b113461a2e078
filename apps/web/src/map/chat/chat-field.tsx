import { type FormEvent, type KeyboardEvent, type RefObject } from 'react';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { useNames } from '../comments/use-names.tsx';

interface ChatFieldProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Who can be named here; a message that names somebody with an @ is mailed to them. */
  readonly names: readonly string[];
  readonly text: string;
  readonly onText: (text: string) => void;
  /** false: it was not said. */
  readonly onSay: (text: string) => boolean;
}

/** A field for one message: Enter sends it, Shift+Enter begins a line; after an @ it offers names. */
export function ChatField({ field, names, text, onText, onSay }: ChatFieldProps) {
  const { chat, comments } = sheetWords();
  const naming = useNames({ text, names, onText, onTaken: () => field.current?.focus() });
  const say = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && onSay(text.trim())) naming.write('');
  };
  const press = (event: KeyboardEvent) => {
    if (naming.steer(event)) return;
    const isSent = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (isSent && event.target === field.current) say(event);
  };
  return (
    <form className="say" onSubmit={say} onKeyDown={press}>
      {naming.offer}
      <textarea
        ref={field}
        className="field chat-field"
        aria-label={chat.placeholder}
        {...naming.field}
        placeholder={chat.placeholder}
        rows={1}
        maxLength={10_000}
        value={text}
        onChange={(event) => naming.write(event.target.value)}
      />
      <button type="submit" className="button" disabled={text.trim() === ''}>
        {comments.send}
      </button>
    </form>
  );
}
