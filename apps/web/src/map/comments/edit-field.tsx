import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { sheetWords } from '../../words/screens/sheet-words.ts';

interface EditFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** What it is called. */
  readonly label: string;
  /** The keyboard goes there; false: the words were begun before, and the person may be elsewhere. */
  readonly takesKeyboard?: boolean;
  readonly onKeep: (text: string) => void;
  /** Nothing is changed. */
  readonly onLeave: () => void;
}

/** Other words for a comment or message that was sent: Enter keeps them, Shift+Enter begins a line, Esc leaves it as it was. */
export function EditField({ text, onText, label, takesKeyboard = true, onKeep, onLeave }: EditFieldProps) {
  const { comments } = sheetWords();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!takesKeyboard) return;
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [takesKeyboard]);
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onKeep(text.trim());
  };
  const steer = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) keep(event);
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onLeave();
  };
  return (
    <form className="comment-edit" onSubmit={keep} onKeyDown={steer}>
      <textarea
        ref={field}
        className="field"
        aria-label={label}
        rows={3}
        maxLength={10_000}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <div className="thread-ways">
        <button type="submit" className="button" disabled={text.trim() === ''}>
          {comments.keep}
        </button>
        <button type="button" className="button" onClick={onLeave}>
          {comments.leave}
        </button>
      </div>
    </form>
  );
}
