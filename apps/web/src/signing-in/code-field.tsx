import type { Trouble } from '../api/api.ts';
import { TextField } from '../shell/controls/text-field.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { secondStepWords } from '../words/screens/second-step-words.ts';

interface CodeFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Takes the focus when it appears. */
  readonly isFirst?: boolean;
}

/** A line for a code of the app, or a recovery code. */
export function CodeField(props: CodeFieldProps) {
  return <TextField label={secondStepWords().code} autoComplete="one-time-code" maxLength={64} {...props} />;
}

/** Why a code was not taken. */
export function CodeNote({ trouble }: { readonly trouble: Trouble }) {
  const isOfCode = trouble.kind === 'refused' && /\/(wrong-code|bad-token)$/.test(trouble.problem.code);
  if (!isOfCode) return <TroubleNote trouble={trouble} />;
  return (
    <div className="trouble-note" role="alert">
      <p>{secondStepWords().wrong}</p>
    </div>
  );
}
