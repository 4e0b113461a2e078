import { useState } from 'react';
import { Select } from '../shell/controls/select.tsx';
import { shareWords } from '../words/screens/share-words.ts';
import { type Ending, endingAt, ENDINGS, fieldDay } from './lasting.ts';

/** How long access is to last, while somebody chooses it. */
export interface ChosenEnd {
  readonly ending: Ending;
  /** What stands in the field for a day. */
  readonly date: string;
}

/** When access ends that is given now; null: it does not; 'none': there is no such day yet. */
export function endOf({ ending, date }: ChosenEnd): number | null | 'none' {
  return endingAt(ending, date, Date.now());
}

interface EndFieldsProps {
  readonly label: string;
  readonly chosen: ChosenEnd;
  readonly onChange: (chosen: ChosenEnd) => void;
}

/** For how long, or until which day. */
export function EndFields({ label, chosen, onChange }: EndFieldsProps) {
  return (
    <>
      <Select
        className="field"
        aria-label={label}
        options={ENDINGS}
        names={shareWords().ending}
        value={chosen.ending}
        onChange={(ending) => onChange({ ...chosen, ending })}
      />
      {chosen.ending === 'date' ? (
        <input
          type="date"
          className="field"
          aria-label={shareWords().lastDay}
          min={fieldDay(Date.now())}
          value={chosen.date}
          onChange={(event) => onChange({ ...chosen, date: event.target.value })}
        />
      ) : null}
    </>
  );
}

interface EndChoiceProps {
  readonly name: string;
  /** When access ends; null: it does not. */
  readonly onEnd: (until: number | null) => void;
}

/** Asks how long somebody's access lasts from now on. */
export function EndChoice({ name, onEnd }: EndChoiceProps) {
  const [chosen, setChosen] = useState<ChosenEnd>({ ending: 'week', date: '' });
  return (
    <li className="end-choice">
      <EndFields label={shareWords().endFor(name)} chosen={chosen} onChange={setChosen} />
      <button
        type="button"
        className="button primary"
        disabled={endOf(chosen) === 'none'}
        onClick={() => {
          const end = endOf(chosen);
          if (end !== 'none') onEnd(end);
        }}
      >
        {shareWords().saveEnd}
      </button>
    </li>
  );
}
