import { KeyRound } from 'lucide-react';
import { PasskeyNote, type PasskeyTrouble } from './passkey-note.tsx';

interface PasskeyButtonProps {
  readonly text: string;
  /** Whether it is as wide as what it stands in. */
  readonly isWide?: boolean;
  readonly isBusy: boolean;
  readonly trouble: PasskeyTrouble | null;
  readonly onPress: () => void;
}

/** A button for using a passkey, and below it why the last try failed. */
export function PasskeyButton({ text, isWide = false, isBusy, trouble, onPress }: PasskeyButtonProps) {
  return (
    <>
      <button
        type="button"
        className={isWide ? 'button outlined wide' : 'button outlined'}
        disabled={isBusy}
        onClick={onPress}
      >
        <KeyRound size={18} strokeWidth={1.5} aria-hidden="true" />
        {text}
      </button>
      {trouble === null ? null : <PasskeyNote trouble={trouble} />}
    </>
  );
}
