import { type FormEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { fittingNames, mentionKey, withName } from './mention-names.ts';

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
  const [at, setAt] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const own = useRef<HTMLInputElement>(null);
  const list = useId();
  const field = wanted ?? own;
  const fitting = isClosed ? [] : fittingNames(text, names);
  const chosen = Math.min(at, fitting.length - 1);
  const write = (next: string) => {
    onText(next);
    setAt(0);
    setClosed(false);
  };
  const say = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && onSay(text.trim())) write('');
  };
  const take = (name: string | undefined) => {
    if (name !== undefined) write(withName(text, name));
    field.current?.focus();
  };
  const steer = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const done = mentionKey(event.key, chosen, fitting.length);
    if (done === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (done.kind === 'move') setAt(done.at);
    else if (done.kind === 'take') take(fitting[chosen]);
    else setClosed(true);
  };
  return (
    <form className="say" onSubmit={say} onKeyDown={steer}>
      <Names list={list} names={fitting} chosen={chosen} onTake={take} />
      <input
        ref={field}
        className="field"
        role="combobox"
        aria-label={label}
        aria-expanded={fitting.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={fitting.length === 0 ? undefined : `${list}-${chosen}`}
        placeholder={label}
        maxLength={10_000}
        value={text}
        onChange={(event) => write(event.target.value)}
      />
      <button type="submit" className="button" disabled={text.trim() === ''}>
        {sheetWords().comments.send}
      </button>
    </form>
  );
}

interface NamesProps {
  readonly list: string;
  readonly names: readonly string[];
  readonly chosen: number;
  readonly onTake: (name: string) => void;
}

/** The names that fit. The keyboard stays in the field. */
function Names({ list, names, chosen, onTake }: NamesProps) {
  if (names.length === 0) return null;
  return (
    <ul className="say-names" id={list} role="listbox" aria-label={sheetWords().comments.names}>
      {names.map((each, index) => (
        <li
          key={each}
          id={`${list}-${index}`}
          role="option"
          className="button"
          aria-selected={index === chosen}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(each)}
        >
          @{each}
        </li>
      ))}
    </ul>
  );
}
