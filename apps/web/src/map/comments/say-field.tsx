import { type FormEvent, type RefObject, useRef } from 'react';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { useNames } from './use-names.tsx';

interface SayFieldProps {
  readonly label: string;
  /** For whoever wants to give it the keyboard. */
  readonly field?: RefObject<HTMLInputElement | null>;
  /** Who can be named here; a comment that names somebody with an @ is mailed to them. */
  readonly names: readonly string[];
  readonly text: string;
  readonly onText: (text: string) => void;
  /** false: it was not said. */
  readonly onSay: (text: string) => boolean;
}

/** A field for one comment; after an @ it offers names, which arrows choose and Enter or Tab takes. */
export function SayField({ label, field: wanted, names, text, onText, onSay }: SayFieldProps) {
  const own = useRef<HTMLInputElement>(null);
  const field = wanted ?? own;
  const naming = useNames({ text, names, onText, onTaken: () => field.current?.focus() });
  const say = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && onSay(text.trim())) naming.write('');
  };
  return (
    <form className="say" onSubmit={say} onKeyDown={naming.steer}>
      {naming.offer}
      <input
        ref={field}
        className="field"
        role="combobox"
        aria-label={label}
        aria-expanded={naming.isOffering}
        {...naming.field}
        placeholder={label}
        maxLength={10_000}
        value={text}
        onChange={(event) => naming.write(event.target.value)}
      />
      <button type="submit" className="button" disabled={text.trim() === ''}>
        {sheetWords().comments.send}
      </button>
    </form>
  );
}
