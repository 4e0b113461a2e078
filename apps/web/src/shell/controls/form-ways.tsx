import { words } from '../../words/index.ts';

interface FormWaysProps {
  /** What sending the form does. */
  readonly act: string;
  readonly isHeld: boolean;
  /** Whether it takes something away for good. */
  readonly isDangerous?: boolean;
  /** The other way on; absent: to cancel. */
  readonly other?: string;
  readonly onOther: () => void;
}

/** The end of a form: the button that sends it, and the other way on. */
export function FormWays({ act, isHeld, isDangerous = false, other = words.cancel, onOther }: FormWaysProps) {
  return (
    <div className="form-ways">
      <button type="submit" className={isDangerous ? 'button danger-full' : 'button primary'} disabled={isHeld}>
        {act}
      </button>
      <button type="button" className="button" onClick={onOther}>
        {other}
      </button>
    </div>
  );
}
