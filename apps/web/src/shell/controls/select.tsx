interface SelectProps<T extends string | number> {
  readonly className?: string;
  readonly 'aria-label'?: string;
  readonly 'data-first'?: true;
  readonly options: readonly T[];
  readonly names: Readonly<Record<T, string>>;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** A choice of several, of which the chosen one is in sight. */
export function Select<T extends string | number>({
  className = 'field',
  options,
  names,
  onChange,
  ...others
}: SelectProps<T>) {
  return (
    <select
      className={className}
      {...others}
      onChange={(event) => {
        const chosen = options.find((one) => String(one) === event.target.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {options.map((one) => (
        <option key={one} value={one}>
          {names[one]}
        </option>
      ))}
    </select>
  );
}
