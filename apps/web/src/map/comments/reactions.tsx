import type { PersonId } from '@bough/base';
import { type Editor, SIGNS } from '@bough/editor';
import { SmilePlus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addSigns } from '../../faces/signs.ts';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { pillsOf } from './pills.ts';
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

interface ReactionsProps extends Reacting {
  /** Nothing can be changed here. */
  readonly isFixed: boolean;
}

/** The signs on a comment, each with how many put it there, and who: one's own are pressed. */
export function Reactions({ editor, thread, comment, person, nameOf, isFixed }: ReactionsProps) {
  const { reactions } = sheetWords();
  useSigns(comment.reactions !== undefined);
  if (comment.reactions === undefined) return null;
  return (
    <p className="reactions">
      {pillsOf(comment, person, nameOf).map(({ sign, count, isOwn, names }) => {
        const who = reactions.by(reactions.names[sign], names);
        return (
          <button
            key={sign}
            type="button"
            className="reaction"
            aria-pressed={isOwn}
            aria-label={who}
            title={who}
            disabled={isFixed}
            onClick={() => editor.react(thread, comment.id, sign, !isOwn)}
          >
            <span aria-hidden="true">{sign}</span> {count}
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
export function AddReaction({ editor, thread, comment, person, nameOf }: Reacting) {
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
            const isOwn = pillsOf(comment, person, nameOf).some((pill) => pill.sign === sign && pill.isOwn);
            editor.react(thread, comment.id, sign, !isOwn);
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
