import type { PersonId } from '@bough/base';
import { type Editor, SIGNS } from '@bough/editor';
import { SmilePlus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addSigns } from '../../faces/signs.ts';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import type { Message, Thread } from './thread-list.ts';
import './reactions.css';

type Sign = (typeof SIGNS)[number];

/** What somebody can put signs on, and who does. */
export interface Reacting {
  readonly editor: Editor;
  readonly person: PersonId;
  readonly nameOf: (author: PersonId) => string;
  /** null: it is a message of the chat. */
  readonly thread: Thread['id'] | null;
  readonly comment: Message;
}

/** Whether this person's own sign is there; a press on it puts it there, or takes it away. */
function toggle({ editor, person, thread, comment }: Reacting, sign: Sign): void {
  const isOn = comment.reactions?.find((each) => each.sign === sign)?.people.includes(person) === true;
  editor.react(thread, comment.id, sign, !isOn);
}

/** The signs on a comment, each with how many put it there, and who: one's own are pressed. */
export function Reactions(props: Reacting & { readonly isFixed: boolean }) {
  const { comment, person, nameOf, isFixed } = props;
  const { reactions } = sheetWords();
  useSigns(comment.reactions !== undefined);
  if (comment.reactions === undefined) return null;
  return (
    <p className="reactions">
      {comment.reactions.map(({ sign, people }) => {
        const who = reactions.by(reactions.names[sign], people.map(nameOf).join(', '));
        return (
          <button
            key={sign}
            type="button"
            className="reaction"
            aria-pressed={people.includes(person)}
            aria-label={who}
            title={who}
            disabled={isFixed}
            onClick={() => toggle(props, sign)}
          >
            <span aria-hidden="true">{sign}</span> {people.length}
          </button>
        );
      })}
    </p>
  );
}

/** Fetches how the signs look as soon as one is shown. */
function useSigns(areShown: boolean): void {
  useEffect(() => {
    if (areShown) void addSigns().catch(() => undefined);
  }, [areShown]);
}

/** The button that opens the signs; arrows walk along them, Esc closes. */
export function AddReaction(props: Reacting) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <span className="add-reaction">
      <IconButton
        ref={button}
        name={sheetWords().reactions.add}
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      >
        <SmilePlus size={14} strokeWidth={1.5} />
      </IconButton>
      {isOpen ? (
        <Signs
          onClose={close}
          onLeave={() => setOpen(false)}
          onChoose={(sign) => {
            toggle(props, sign);
            close();
          }}
        />
      ) : null}
    </span>
  );
}

interface SignsProps {
  readonly onClose: () => void;
  /** The keyboard went elsewhere. */
  readonly onLeave: () => void;
  readonly onChoose: (sign: Sign) => void;
}

function Signs({ onClose, onLeave, onChoose }: SignsProps) {
  const { choose, names } = sheetWords().reactions;
  const row = useRef<HTMLSpanElement>(null);
  useSigns(true);
  useEffect(() => row.current?.querySelector('button')?.focus(), []);
  const steer = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by !== 0) {
      const buttons = [...(row.current?.querySelectorAll('button') ?? [])];
      const at = buttons.findIndex((each) => each === document.activeElement);
      buttons.at((at + by) % buttons.length)?.focus();
    } else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span
      ref={row}
      className="signs"
      role="toolbar"
      aria-label={choose}
      onKeyDown={steer}
      onBlur={(event) => {
        if (!(row.current?.parentElement?.contains(event.relatedTarget) ?? false)) onLeave();
      }}
    >
      {SIGNS.map((sign) => (
        <button key={sign} type="button" aria-label={names[sign]} title={names[sign]} onClick={() => onChoose(sign)}>
          {sign}
        </button>
      ))}
    </span>
  );
}
