import type { ComponentProps, MouseEvent } from 'react';

type Others = Omit<ComponentProps<'button'>, 'aria-label' | 'aria-pressed' | 'disabled' | 'name' | 'onClick' | 'type'>;

interface IconButtonProps extends Others {
  readonly name: string;
  /** Whether it is the chosen one of several; absent: nothing is chosen with it. */
  readonly isChosen?: boolean;
  readonly isDisabled?: boolean;
  /** The keys that do the same, '' when none do. */
  readonly keys?: string;
  readonly onPress: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** A button that shows a picture alone: its name is read aloud, and stands beside a pointer that rests on it. */
export function IconButton(props: IconButtonProps) {
  const { name, isChosen, isDisabled = false, keys = '', onPress, className = '', ...others } = props;
  return (
    <button
      type="button"
      className={`button icon ${className}`}
      aria-label={name}
      title={name}
      data-keys={keys}
      aria-pressed={isChosen}
      disabled={isDisabled}
      onClick={onPress}
      {...others}
    />
  );
}
