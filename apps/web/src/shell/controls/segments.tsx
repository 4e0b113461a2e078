import { useId } from 'react';

interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: T, label: string])[];
  /** Null: nothing is chosen yet, so each of them can be. */
  readonly value: T | null;
  readonly onChange: (value: T) => void;
}

/** A choice of a few, all in sight. */
export function Segments<T extends string>({ label, options, value, onChange }: SegmentsProps<T>) {
  const name = useId();
  return (
    <div className="segments" role="radiogroup" aria-label={label}>
      {options.map(([each, text]) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === value} onChange={() => onChange(each)} />
          {text}
        </label>
      ))}
    </div>
  );
}
