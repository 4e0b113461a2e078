import { type ReactNode, useId } from 'react';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'email' | 'password';
  readonly hint?: ReactNode;
  readonly autoComplete?: string;
  readonly minLength?: number;
  readonly maxLength: number;
  /** Takes the focus when it appears. */
  readonly isFirst?: boolean;
  readonly isOptional?: boolean;
}

/** A line to write in, with its name above and a hint below. */
export function TextField({
  label,
  value,
  onChange,
  hint,
  isFirst = false,
  isOptional = false,
  ...rest
}: TextFieldProps) {
  const hintId = useId();
  return (
    <div className="text-field">
      <label className="label">
        {label}
        <input
          className="field"
          {...rest}
          required={!isOptional}
          autoFocus={isFirst}
          data-first={isFirst || undefined}
          spellCheck={false}
          value={value}
          aria-describedby={hint === undefined ? undefined : hintId}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      {hint === undefined ? null : (
        <p id={hintId} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}
