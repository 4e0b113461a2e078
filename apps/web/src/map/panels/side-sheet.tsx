import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { words } from '../../words/index.ts';
import { IconButton } from '../../shell/controls/icon-button.tsx';

interface SideSheetProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Buttons beside the one that closes it. */
  readonly beside?: ReactNode;
  /** Whether a key in it was one of its own. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
  readonly children: ReactNode;
}

/** A sheet at the map's side (from below on a phone); the map goes on beside it. Esc closes it from inside. */
export function SideSheet({ title, onClose, beside, onKey, children }: SideSheetProps) {
  const titleId = useId();
  return (
    <aside
      className="side-sheet"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (onKey?.(event) === true) return event.preventDefault();
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose();
      }}
    >
      <header className="side-sheet-head">
        <h2 id={titleId}>{title}</h2>
        <span className="side-sheet-ways">
          {beside}
          <IconButton name={words.close} onPress={onClose}>
            <X size={18} strokeWidth={1.5} />
          </IconButton>
        </span>
      </header>
      {children}
    </aside>
  );
}
