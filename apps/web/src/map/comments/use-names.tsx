import { type KeyboardEvent, useId, useState } from 'react';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { fittingNames, mentionKey, withName } from './mention-names.ts';

interface Naming {
  readonly text: string;
  /** Who can be named here. */
  readonly names: readonly string[];
  readonly onText: (text: string) => void;
  /** A name was taken: the field goes on. */
  readonly onTaken: () => void;
}

/** What a field needs that offers names after an @: arrows choose one, Enter or Tab takes it. */
export function useNames({ text, names, onText, onTaken }: Naming) {
  const [at, setAt] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const list = useId();
  const fitting = isClosed ? [] : fittingNames(text, names);
  const chosen = Math.min(at, fitting.length - 1);
  const write = (next: string) => {
    onText(next);
    setAt(0);
    setClosed(false);
  };
  const take = (name: string | undefined) => {
    if (name !== undefined) write(withName(text, name));
    onTaken();
  };
  /** Whether the key was one of the list's. */
  const steer = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
    const done = mentionKey(event.key, chosen, fitting.length);
    if (done === null) return false;
    event.preventDefault();
    event.stopPropagation();
    if (done.kind === 'move') setAt(done.at);
    else if (done.kind === 'take') take(fitting[chosen]);
    else setClosed(true);
    return true;
  };
  return {
    write,
    steer,
    isOffering: fitting.length > 0,
    field: {
      'aria-controls': list,
      'aria-autocomplete': 'list',
      'aria-activedescendant': fitting.length === 0 ? undefined : `${list}-${chosen}`,
    } as const,
    offer: <Names list={list} names={fitting} chosen={chosen} onTake={take} />,
  };
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
