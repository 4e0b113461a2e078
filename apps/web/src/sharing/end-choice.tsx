import { useState } from 'react';
import { Select } from '../shell/controls/select.tsx';
import { shareWords } from '../words/screens/share-words.ts';
import { type Ending, endingAt, ENDINGS, fieldDay } from './lasting.ts';

interface EndChoiceProps {
  readonly name: string;
  /** When access ends; null: it does not. */
  readonly onEnd: (until: number | null) => void;
}

/** Asks how long somebody's access lasts from now on. */
export function EndChoice({ name, onEnd }: EndChoiceProps) {
  const [ending, setEnding] = useState<Ending>('week');
  const [date, setDate] = useState('');
  const today = fieldDay(Date.now());
  const isReady = endingAt(ending, date, Date.now()) !== 'none';
  return (
    <li className="end-choice">
      <Select
        className="field"
        aria-label={shareWords().endFor(name)}
        options={ENDINGS}
        names={shareWords().ending}
        value={ending}
        onChange={setEnding}
      />
      {ending === 'date' ? (
        <input
          type="date"
          className="field"
          aria-label={shareWords().lastDay}
          min={today}
          value={date}
          onChange={(event) => setDate(event.target.value)}
        />
      ) : null}
      <button
        type="button"
        className="button primary"
        disabled={!isReady}
        onClick={() => {
          const end = endingAt(ending, date, Date.now());
          if (end !== 'none') onEnd(end);
        }}
      >
        {shareWords().saveEnd}
      </button>
    </li>
  );
}
