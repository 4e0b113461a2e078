import { type FormEvent, useState } from 'react';
import type { Trouble } from '../../api/api.ts';
import { words } from '../../words/index.ts';
import { homeWords } from '../../words/screens/home-words.ts';
import { Dialog } from './dialog.tsx';
import { FormWays } from '../controls/form-ways.tsx';
import { TextField } from '../controls/text-field.tsx';
import { TroubleNote } from './trouble-note.tsx';

interface LineDialogProps {
  readonly title: string;
  readonly text?: string;
  readonly label: string;
  readonly value: string;
  /** How many characters it may have. */
  readonly most: number;
  readonly mayBeEmpty?: boolean;
  /** Keeps the line, trimmed; answers why it could not. */
  readonly onKeep: (line: string) => Promise<Trouble | null>;
  readonly onClose: () => void;
}

/** Asks for one line: a name, a few tags. */
export function LineDialog({ title, text, label, value, most, mayBeEmpty = false, onKeep, onClose }: LineDialogProps) {
  const [line, setLine] = useState(value);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = line.trim();
    if (wanted === value || (wanted === '' && !mayBeEmpty)) return onClose();
    setBusy(true);
    const found = await onKeep(wanted);
    setBusy(false);
    setTrouble(found);
    if (found === null) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="form" onSubmit={(event) => void keep(event)}>
        {text === undefined ? null : <p className="quiet">{text}</p>}
        <TextField
          label={label}
          autoComplete="off"
          isFirst
          isOptional={mayBeEmpty}
          maxLength={most}
          value={line}
          onChange={setLine}
        />
        {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
        <FormWays act={homeWords().keep} isHeld={isBusy || (line.trim() === '' && !mayBeEmpty)} onOther={onClose} />
      </form>
    </Dialog>
  );
}
