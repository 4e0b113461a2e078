interface CheckProps {
  readonly className?: string;
  readonly text: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onTurn: (isOn: boolean) => void;
}

/** Something that is so or not. */
export function Check({ className = 'option', text, isOn, isDisabled = false, onTurn }: CheckProps) {
  return (
    <label className={className}>
      <input type="checkbox" checked={isOn} disabled={isDisabled} onChange={(event) => onTurn(event.target.checked)} />
      {text}
    </label>
  );
}
