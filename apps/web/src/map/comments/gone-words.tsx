import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Gone } from '../panels/gone.tsx';

interface GoneWordsProps {
  /** What became of it, what the field is called, and its buttons. */
  readonly said: {
    readonly gone: string;
    readonly editing: string;
    readonly sayAgain: string;
    readonly discard: string;
  };
  /** What it was about. */
  readonly head?: ReactNode;
  readonly text: string;
  /** null: they are not kept any more. */
  readonly onText: (text: string | null) => void;
  /** Sends the words anew; false: it was not taken. null: that cannot be done. */
  readonly onSay: ((text: string) => boolean) | null;
}

/** The words that somebody wrote for something of theirs which was removed meanwhile: they can be sent, copied or left. */
export function GoneWords({ said, head, text, onText, onSay }: GoneWordsProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    // The field in which they were being written went away with the keyboard in it: what is typed on belongs here, not to the map.
    if (document.activeElement !== document.body) return;
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  return (
    <div className="gone-words comment-edit">
      {head}
      <Gone text={said.gone} />
      <textarea
        ref={field}
        className="field"
        aria-label={said.editing}
        rows={2}
        maxLength={10_000}
        value={text}
        onChange={({ target }) => onText(target.value === '' ? null : target.value)}
      />
      <div className="thread-ways">
        {onSay === null ? null : (
          <button
            type="button"
            className="button"
            onClick={() => {
              if (onSay(text.trim())) onText(null);
            }}
          >
            {said.sayAgain}
          </button>
        )}
        <button type="button" className="button" onClick={() => onText(null)}>
          {said.discard}
        </button>
      </div>
    </div>
  );
}
