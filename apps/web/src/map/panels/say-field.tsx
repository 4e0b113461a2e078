import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { words } from '../../words/index.ts';
import { fittingNames, withName } from './mention-names.ts';

interface SayFieldProps {
  readonly label: string;
  /** For whoever wants to give it the keyboard. */
  readonly field?: RefObject<HTMLInputElement | null>;
  /** Who can be named here; a comment that names somebody with an @ is mailed to them. */
  readonly names: readonly string[];
  /** false: it was not said. */
  readonly onSay: (text: string) => boolean;
}

/** A field for one comment; after an @ it offers names. */
export function SayField({ label, field: wanted, names, onSay }: SayFieldProps) {
  const [text, setText] = useState('');
  const own = useRef<HTMLInputElement>(null);
  const field = wanted ?? own;
  const fitting = fittingNames(text, names);
  const say = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && onSay(text.trim())) setText('');
  };
  const name = (each: string) => {
    setText(withName(text, each));
    field.current?.focus();
  };
  return (
    <form className="say" onSubmit={say}>
      {fitting.length === 0 ? null : (
        <div className="say-names" role="group" aria-label={words.panel.comments.names}>
          {fitting.map((each) => (
            <button key={each} type="button" className="button" onClick={() => name(each)}>
              @{each}
            </button>
          ))}
        </div>
      )}
      <input
        ref={field}
        className="field"
        aria-label={label}
        placeholder={label}
        maxLength={10_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button" disabled={text.trim() === ''}>
        {words.panel.comments.send}
      </button>
    </form>
  );
}
