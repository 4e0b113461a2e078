import { words } from '../words/index.ts';

/** How long something works that others may use. */
export type Lasting = 'never' | 'day' | 'week' | 'month';

const DAY = 24 * 60 * 60_000;
const LENGTHS: Readonly<Record<Lasting, number | null>> = { never: null, day: DAY, week: 7 * DAY, month: 30 * DAY };
const NAMES: readonly Lasting[] = ['never', 'day', 'week', 'month'];

/** When it ends, if it begins now; null: it does not. */
export function endOf(lasting: Lasting, now: number): number | null {
  const length = LENGTHS[lasting];
  return length === null ? null : now + length;
}

interface LastingFieldProps {
  readonly label: string;
  readonly lasting: Lasting;
  readonly onLasting: (lasting: Lasting) => void;
}

/** Chooses how long. */
export function LastingField({ label, lasting, onLasting }: LastingFieldProps) {
  return (
    <label className="option">
      {label}
      <select
        className="role"
        value={lasting}
        onChange={(event) => onLasting(NAMES.find((each) => each === event.target.value) ?? 'never')}
      >
        {NAMES.map((each) => (
          <option key={each} value={each}>
            {words.share.expiry[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
