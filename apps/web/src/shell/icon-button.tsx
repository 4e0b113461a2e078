import type { ReactNode } from 'react';

interface IconButtonProps {
  readonly name: string;
  /** Whether it is the chosen one of several; absent: nothing is chosen with it. */
  readonly isChosen?: boolean;
  readonly isDisabled?: boolean;
  /** The keys that do the same, '' when none do. */
  readonly keys?: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** A button that shows a picture alone: its name is read aloud, and stands beside a pointer that rests on it. */
export function IconButton({ name, isChosen, isDisabled = false, keys = '', onPress, children }: IconButtonProps) {
  return (
    <button
      type="button"
      className="button icon"
      aria-label={name}
      title={name}
      data-keys={keys}
      aria-pressed={isChosen}
      disabled={isDisabled}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
