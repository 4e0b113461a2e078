import { TextField } from '../shell/controls/text-field.tsx';

interface CurrentPasswordProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A line for the password that somebody has; an old one may be longer than a new one can be. */
export function CurrentPassword(props: CurrentPasswordProps) {
  return <TextField type="password" autoComplete="current-password" maxLength={512} {...props} />;
}
